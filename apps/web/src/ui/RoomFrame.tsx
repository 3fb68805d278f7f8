import type { Party } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { type RoomListener, useRoom } from '../lib/use-room.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { useThemeMode } from './theme-mode.ts'

interface Props {
  /** What is in it, for those who do not see it. */
  title: string
  /** A page of this party's edge; another one takes another frame. */
  address: string
  party: Party
  onSay?: RoomListener
}

/** A page that the party's edge serves, in a frame: no script of this page can look into it. */
export function RoomFrame(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <Room key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Room({ title, address, party, onSay, onRetry }: Props & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // What it looks like later is said to the page, which would be lost with another address.
  const [src] = useState(address)
  const [language] = useLanguage()
  const [theme] = useThemeMode()
  const { height, error, onLoad } = useRoom(frame, party, { language, theme }, onSay)
  return (
    <div className="t-room">
      <ErrorNote error={error} onRetry={onRetry} />
      {height === null && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      <iframe
        ref={frame}
        title={title}
        src={src}
        referrerPolicy="no-referrer"
        className={height === null ? 't-room-coming' : undefined}
        style={{ height: height ?? 0 }}
        onLoad={onLoad}
      />
    </div>
  )
}
