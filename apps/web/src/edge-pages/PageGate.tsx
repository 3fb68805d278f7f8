import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { OpenSession } from '../features/signing/OpenSession.tsx'
import { SessionGate } from '../features/signing/SessionGate.tsx'
import { canKeepKeys } from '../lib/browser-key.ts'
import { usePhrases } from '../lib/i18n.ts'
import { consoleToken } from '../lib/own-edge.ts'
import { Panel } from '../ui/index.ts'
import { isFramed } from './console-line.ts'
import { edgePagePhrases } from './phrases.ts'
import { openSessionPage } from './session-line.ts'
import '../features/signing/signing.css'

type About = 'rows' | 'inference'

interface Props {
  /** What the gate protects. Determines the texts of the log-in form. */
  about?: About
  /** Whether the log-in form of a stand-alone page needs a heading. Pages with their own heading do not. */
  hasHeading?: boolean
  children: ReactNode
}

/** Shows its children only within a session at this edge, on a stand-alone page or in a frame. */
export function PageGate({ about = 'rows', hasHeading = true, children }: Props) {
  const asking = (wasIn: boolean) =>
    isFramed() ? <AskOutside about={about} wasIn={wasIn} /> : <AskHere about={about} hasHeading={hasHeading} />
  return (
    <SessionGate username={null} asking={asking}>
      {children}
    </SessionGate>
  )
}

/**
 * The heading of a stand-alone page whose content has no known name, because there is no session or the content could
 * not be loaded. In a frame, the console has a heading.
 */
export function UnnamedHeading({ about }: { about: About }) {
  const t = usePhrases(edgePagePhrases)
  return isFramed() ? null : <h1>{t(`gate.heading.${about}`)}</h1>
}

/**
 * The log-in form of a stand-alone page. It has its own heading, because the content's name is known only within a
 * session.
 */
function AskHere({ about, hasHeading }: { about: About; hasHeading: boolean }) {
  return (
    <>
      {hasHeading && <UnnamedHeading about={about} />}
      <OpenSession username={null} />
    </>
  )
}

/**
 * Opens the session in a separate window of the edge, because a frame never asks for a PIN. The frame's address stays
 * the same.
 */
function AskOutside({ about, wasIn }: { about: About; wasIn: boolean }) {
  const t = usePhrases(edgePagePhrases)
  const client = useQueryClient()
  const [isShut, setShut] = useState(false)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const open = async () => {
    const token = await consoleToken()
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
