import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { canKeepKeys } from '../lib/browser-key.ts'
import { usePhrases } from '../lib/i18n.ts'
import { whoLooks } from '../lib/own-edge.ts'
import { Panel } from '../ui/index.ts'
import { isFramed } from './console-line.ts'
import { roomPhrases } from './phrases.ts'
import { openSessionPage } from './session-line.ts'
import '../features/signing/signing.css'

type About = 'rows' | 'inference'

interface Props {
  /** What waits behind it. */
  about?: About
  /** Of the page that asks by itself; a page that has its own needs none. */
  hasHeading?: boolean
  children: ReactNode
}

/** What is seen in a session at this edge only, on a page by itself or in a frame. */
export function RoomGate({ about = 'rows', hasHeading = true, children }: Props) {
  const asking = (wasIn: boolean) =>
    isFramed() ? <AskOutside about={about} wasIn={wasIn} /> : <AskHere about={about} hasHeading={hasHeading} />
  return (
    <SessionGate username={null} asking={asking}>
      {children}
    </SessionGate>
  )
}

/** Of a page by itself that has no name to show: nobody is in yet, or it could not be read. In a frame the console has one. */
export function UnnamedHeading({ about }: { about: About }) {
  const t = usePhrases(roomPhrases)
  return isFramed() ? null : <h1>{t(`gate.heading.${about}`)}</h1>
}

/** By itself the page asks under a heading of its own: what it shows has a name only once somebody is in. */
function AskHere({ about, hasHeading }: { about: About; hasHeading: boolean }) {
  return (
    <>
      {hasHeading && <UnnamedHeading about={about} />}
      <OpenSession username={null} />
    </>
  )
}

/** In a frame no PIN is asked: a window of the edge's own opens the session. What was looked at stands in the address, and stays. */
function AskOutside({ about, wasIn }: { about: About; wasIn: boolean }) {
  const t = usePhrases(roomPhrases)
  const client = useQueryClient()
  const [isShut, setShut] = useState(false)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const open = async () => {
    const token = await whoLooks()
    stop.current?.()
    stop.current = openSessionPage(token, () => void client.resetQueries())
    setShut(stop.current === null)
  }
  const byItself = (
    <a href={location.href} target="_blank" rel="noreferrer">
      {t(`outside.byItself.${about}`)}
    </a>
  )
  return (
    <Panel title={t(wasIn ? 'outside.over' : `outside.title.${about}`)}>
      <div className="t-stack">
        <p>{t(wasIn ? `outside.over.text.${about}` : `outside.text.${about}`)}</p>
        {canKeepKeys() ? (
          <div>
            <Button type="primary" size="large" onClick={() => void open()}>
              {t('outside.open')}
            </Button>
          </div>
        ) : (
          <p role="alert">
            {t('outside.noKey')} {byItself}
          </p>
        )}
        {isShut && (
          <p role="alert">
            {t('outside.shut')} {byItself}
          </p>
        )}
        <p className="t-soft">{t('outside.newcomer')}</p>
      </div>
    </Panel>
  )
}
