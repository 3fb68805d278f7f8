import type { FromRoom, Party, ToRoom } from '@tessera/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, isPlatformAway } from './api-error.ts'
import { useEdgeHealth } from './edge-health.ts'
import { roomToken } from './request.ts'
import { hearRoom, tellRoom } from './room-line.ts'

/** A page that is silent this long after it was loaded is none of the edge's: an error of the browser's, or of an older edge. */
const SILENT_MS = 10_000

/** A platform that is silent for so long is away, as far as a room is concerned: it goes on in its session. */
const TOKEN_PATIENCE_MS = 5_000

/** Hears what a room says beside how high it is, and may answer it. */
export type RoomListener = (message: FromRoom, answer: (message: ToRoom) => void) => void

type Looks = Omit<Extract<ToRoom, { say: 'looks' }>, 'say'>

/** What a frame with a page of the party's edge is told, and what it says: how high it is, or why it stands empty. */
export function useRoom(
  frame: RefObject<HTMLIFrameElement | null>,
  party: Party,
  { language, theme }: Looks,
  onSay?: RoomListener,
) {
  const [height, setHeight] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSilent, setSilent] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isReady, setReady] = useState(false)
  const given = useRef<string>(undefined)
  const { error: unreachable } = useEdgeHealth(party)
  const heard = useRef(onSay)
  useLayoutEffect(() => {
    heard.current = onSay
  })

  useLayoutEffect(() => {
    const element = frame.current as HTMLIFrameElement
    let patienceMs = TOKEN_PATIENCE_MS
    const nameNobody = () => tellRoom(element, { say: 'token', token: null })
    const introduce = async (again: boolean) => {
      const silence = setTimeout(() => {
        // Nor do further questions wait for it.
        patienceMs = 0
        nameNobody()
      }, patienceMs)
      try {
        given.current = await roomToken(party, again ? given.current : undefined)
        patienceMs = TOKEN_PATIENCE_MS
        tellRoom(element, { say: 'token', token: given.current })
      } catch (error) {
        setFailure(error)
        if (isPlatformAway(error)) nameNobody()
      } finally {
        clearTimeout(silence)
      }
    }
    return hearRoom(element, (message) => {
      setReady(true)
      if (message.say === 'who') void introduce(message.again)
      if (message.say === 'height') setHeight(message.pixels)
      heard.current?.(message, (answer) => tellRoom(element, answer))
    })
  }, [frame, party])

  useEffect(() => {
    if (frame.current && isReady) tellRoom(frame.current, { say: 'looks', language, theme })
  }, [frame, isReady, language, theme])

  const edge = party.edgeUrl ?? ''
  useEffect(() => {
    if (!isLoaded || isReady) return
    const timer = setTimeout(() => setSilent(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, isReady])

  // What has come stays where it is when the edge is lost later: its own page says so.
  // One that was only late says so by coming.
  const silence = isSilent && !isReady ? new ApiError('client.room-silent', { params: { edge } }) : null
  const error = failure ?? silence ?? (height === null ? unreachable : null)
  return { height, error, onLoad: () => setLoaded(true) }
}
