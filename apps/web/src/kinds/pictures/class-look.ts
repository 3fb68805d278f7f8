import { looksOf } from '../looks-of.ts'

/** The look of a class: a colour and a line style, which also distinguishes it without colour. */
export interface ClassLook {
  colour: string
  /** As SVG `stroke-dasharray`. */
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

/** Returns the looks of all classes, the same for all pictures of a page. */
export const classLooks = (names: Iterable<string>) => looksOf<ClassLook>(names, LOOKS)
