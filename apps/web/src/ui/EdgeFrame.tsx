import type { Party } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { type FrameListener, useEdgeFrame } from '../lib/use-edge-frame.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { useThemeMode } from './theme-mode.ts'

interface Props {
  /** The text alternative of the frame. */
  title: string
  /** Address of a page of this party's edge. To show another page, render another frame. */
  address: string
  party: Party
  onSay?: FrameListener
}

/** A page of the party's edge in a frame, whose content no script of the console can read. */
export function EdgeFrame(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Frame({ title, address, party, onSay, onRetry }: Props & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // Keeps the first address, because a new address would reload the page. Changes of theme and language are sent as
  // messages instead.
  const [src] = useState(address)
  const [language] = useLanguage()
  const [theme] = useThemeMode()
  const { height, error, onLoad } = useEdgeFrame(frame, party, { language, theme }, onSay)
  return (
    <div className="t-edge-frame">
      <ErrorNote error={error} onRetry={onRetry} />
      {height === null && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      <iframe
        ref={frame}
        title={title}
        src={src}
        referrerPolicy="no-referrer"
        className={height === null ? 't-edge-frame-coming' : undefined}
        style={{ height: height ?? 0 }}
        onLoad={onLoad}
      />
    </div>
  )
}
