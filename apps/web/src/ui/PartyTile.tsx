import type { CSSProperties } from 'react'
import { partyMark } from './party-mark.ts'

/** A party's own tile. Give `name` where the tile stands alone: it is read out and shown on hover. */
export function PartyTile({ partyId, name, size = 32 }: { partyId: string; name?: string; size?: number }) {
  const { shape, light, dark } = partyMark(partyId)
  const style = { width: size, height: size, '--tile-light': light, '--tile-dark': dark } as CSSProperties
  return (
    <span className="t-tile" style={style} title={name}>
      <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} aria-hidden="true" focusable="false">
        <path d={shape} fill="currentColor" />
      </svg>
      {name && <span className="t-visually-hidden">{name}</span>}
    </span>
  )
}
