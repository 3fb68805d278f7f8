/** The tiles of the mosaic. Each party contributes its own shapes, and together the shapes form one picture. */
const TILES = {
  s: 'M0 0h20v20H0z',
  q: 'M0 20A20 20 0 0 1 20 0v20z',
  r: 'M0 0a20 20 0 0 1 20 20H0z',
  p: 'M20 0v0a20 20 0 0 1-20 20V0z',
  d: 'M10 0l10 10-10 10L0 10z',
  c: 'M10 0a10 10 0 1 1 0 20a10 10 0 0 1 0-20z',
  h: 'M0 10a10 10 0 0 1 20 0v10H0z',
  t: 'M0 20L20 0v20z',
  '.': '',
} as const

type Tile = keyof typeof TILES

const SHAPES = ['qs.dpqsr', 'sdqr.scp', '.csdqrt.', 'rpqsspdq', 's.hcqr.s', 'pqrsd.qp']
const PARTIES = ['11002333', '11332122', '31133220', '33112211', '31122333', '33112011']

export function Mosaic() {
  return (
    <svg className="t-mosaic" viewBox="0 0 176 132" aria-hidden="true" focusable="false">
      {SHAPES.flatMap((row, y) =>
        [...row].map((tile, x) => {
          const path = TILES[tile as Tile]
          if (!path) return null
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: the tiles never change
              key={`${x}-${y}`}
              d={path}
              className={`t-mosaic-${PARTIES[y]?.[x] ?? '0'}`}
              transform={`translate(${x * 22} ${y * 22})`}
            />
          )
        }),
      )}
    </svg>
  )
}
