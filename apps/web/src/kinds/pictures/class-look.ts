import { looksOf } from '../looks-of.ts'

/** How a class is drawn: a colour and a kind of line, so that it is told apart without colour too. */
export interface ClassLook {
  colour: string
  /** As SVG has it. */
  dash: string
}

const LOOKS = [
  { colour: '#ffb000', dash: 'none' },
  { colour: '#4dd0e1', dash: '8 4' },
  { colour: '#ff6e6e', dash: '2 3' },
  { colour: '#b2ff59', dash: '12 3 2 3' },
  { colour: '#e29bff', dash: '5 5' },
  { colour: '#ffffff', dash: '14 5' },
] as const

/** Looks by class, for all pictures of a page alike. */
export const classLooks = (names: Iterable<string>) => looksOf<ClassLook>(names, LOOKS)
