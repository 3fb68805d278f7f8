import type { FromFrame, Party, ToFrame } from '@tessera/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, isPlatformUnreachable } from './api-error.ts'
import { useEdgeHealth } from './edge-health.ts'
import { listenToFrame, sendToFrame } from './frame-channel.ts'
import { frameToken } from './request.ts'

/**
 * If a loaded page sends no message within this time, it is not the edge's page, but possibly an error page of the
 * browser.
 */
const SILENT_MS = 10_000

/** If the platform returns no token within this time, the edge page continues with its own session. */
const TOKEN_PATIENCE_MS = 5_000

/** Receives all messages of an edge page except its height, and can answer them. */
export type FrameListener = (message: FromFrame, answer: (message: ToFrame) => void) => void

type Looks = Omit<Extract<ToFrame, { say: 'looks' }>, 'say'>

/**
 * Sends language, theme and token to a page of the party's edge in a frame. Returns the page's height, or the error if
 * the frame stays empty.
 */
export function useEdgeFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  party: Party,
  { language, theme }: Looks,
  onSay?: FrameListener,
) {
  const [height, setHeight] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSilent, setSilent] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isReady, setReady] = useState(false)
  const sentToken = useRef<string>(undefined)
  const { error: unreachable } = useEdgeHealth(party)
  const latestOnSay = useRef(onSay)
  useLayoutEffect(() => {
    latestOnSay.current = onSay
  })

  useLayoutEffect(() => {
    const element = frame.current as HTMLIFrameElement
    let silentLimitMs = TOKEN_PATIENCE_MS
    const sendNoToken = () => sendToFrame(element, { say: 'token', token: null })
    const introduce = async (again: boolean) => {
      const silence = setTimeout(() => {
        // After the first delay, further requests for a token do not wait, either.
        silentLimitMs = 0
        sendNoToken()
      }, silentLimitMs)
      try {
        sentToken.current = await frameToken(party, again ? sentToken.current : undefined)
        silentLimitMs = TOKEN_PATIENCE_MS
        sendToFrame(element, { say: 'token', token: sentToken.current })
      } catch (error) {
        setFailure(error)
        if (isPlatformUnreachable(error)) sendNoToken()
      } finally {
        clearTimeout(silence)
      }
    }
    return listenToFrame(element, (message) => {
      setReady(true)
      if (message.say === 'who') void introduce(message.again)
      if (message.say === 'height') setHeight(message.pixels)
      latestOnSay.current?.(message, (answer) => sendToFrame(element, answer))
    })
  }, [frame, party])

  useEffect(() => {
    if (frame.current && isReady) sendToFrame(frame.current, { say: 'looks', language, theme })
  }, [frame, isReady, language, theme])

  const edge = party.edgeUrl ?? ''
  useEffect(() => {
    if (!isLoaded || isReady) return
    const timer = setTimeout(() => setSilent(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, isReady])

  // A page that has loaded stays visible if the edge goes offline later, because the page reports that itself. If a
  // page was only slow, its first message clears the error.
  const silence = isSilent && !isReady ? new ApiError('client.edge-page-silent', { params: { edge } }) : null
  const error = failure ?? silence ?? (height === null ? unreachable : null)
  return { height, error, onLoad: () => setLoaded(true) }
}
