import type { CSSProperties } from 'react'
import { pictureUrl } from '../lib/files.ts'
import { partyMark } from './party-mark.ts'

interface Props {
  partyId: string
  /** Name of the party, for a tile without the name beside it. Screen readers read it, and it is shown on hover. */
  name?: string
  /** The party's avatar, which replaces its shape. */
  picture?: string | null
  size?: number
}

/** A tile that identifies a party by its colour and shape, or by its avatar. */
export function PartyTile({ partyId, name, picture = null, size = 32 }: Props) {
  const { shape, light, dark } = partyMark(partyId)
  const style = { width: size, height: size, '--tile-light': light, '--tile-dark': dark } as CSSProperties
  return (
    <span className="t-tile" style={style} title={name}>
      {picture ? (
        <img src={pictureUrl(picture)} alt="" width={size} height={size} />
      ) : (
        <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} aria-hidden="true" focusable="false">
          <path d={shape} fill="currentColor" />
        </svg>
      )}
      {name && <span className="t-visually-hidden">{name}</span>}
    </span>
  )
}
