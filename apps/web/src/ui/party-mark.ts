/**
 * Shapes of the parties' tiles, as paths in a 24 × 24 box. Each party has a colour and a shape, so that it is
 * recognisable without colour.
 */
const SHAPES = [
  'M3 3h18v18H3z',
  'M12 2a10 10 0 1 1 0 20a10 10 0 0 1 0-20z',
  'M12 1.5L22.5 12L12 22.5L1.5 12z',
  'M3 21A18 18 0 0 1 21 3v18z',
  'M12 2l8.7 5v10L12 22l-8.7-5V7z',
  'M12 3l10 18H2z',
  'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  'M3 21V12a9 9 0 0 1 18 0v9z',
  'M3 3h9a9 9 0 0 1 0 18H3z',
] as const

const COLOURS = [
  { light: '#0f6e6e', dark: '#54b8ae' },
  { light: '#b0661a', dark: '#e0a458' },
  { light: '#4d58a8', dark: '#97a2e6' },
  { light: '#a8483c', dark: '#e08b7d' },
  { light: '#5f7424', dark: '#a9c063' },
  { light: '#84468a', dark: '#c792cc' },
  { light: '#2f739f', dark: '#78b7e0' },
  { light: '#a63d66', dark: '#e187ab' },
  { light: '#6b5a45', dark: '#bfa88a' },
  { light: '#34774a', dark: '#79c191' },
] as const

export interface PartyMark {
  /** SVG path in a 24 × 24 box. ECharts uses it as the symbol `path://${shape}`. */
  shape: string
  light: string
  dark: string
}

/** Returns the colour and shape of a party, which are the same everywhere: avatars, chart lines, receipts. */
export function partyMark(partyId: string): PartyMark {
  const number = [...partyId].reduce((sum, char) => (sum * 10 + char.charCodeAt(0) - 48) % 9_973, 0)
  const shape = SHAPES[number % SHAPES.length] ?? SHAPES[0]
  const colour = COLOURS[number % COLOURS.length] ?? COLOURS[0]
  return { shape, ...colour }
}
