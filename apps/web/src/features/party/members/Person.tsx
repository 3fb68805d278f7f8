import type { ReactNode } from 'react'
import { pictureUrl } from '../../../lib/api.ts'
import '../party.css'

interface Props {
  displayName: string
  username: string
  avatar?: string | null
  /** A mark beside the name, for example "you". */
  mark?: ReactNode
}

/** Avatar or initial, display name and, below it, user name. */
export function Person({ displayName, username, avatar = null, mark }: Props) {
  const name = displayName || username
  return (
    <span className="party-person">
      <span className="party-face" aria-hidden="true">
        {avatar ? <img src={pictureUrl(avatar)} alt="" /> : [...name][0]?.toUpperCase()}
      </span>
      <span>
        <span className="party-person-name">
          <strong>{name}</strong>
          {mark}
        </span>
        {name !== username && <span className="t-soft">{username}</span>}
      </span>
    </span>
  )
}
