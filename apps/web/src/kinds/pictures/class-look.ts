import { looksOf } from '../looks-of.ts'

/** How a class's boxes are drawn: in a colour and a line style, which also distinguishes the class without colour. */
export interface ClassLook {
  colour: string
  /** Line style as SVG `stroke-dasharray`. */
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

/** Returns the looks of all classes, which are the same for all pictures of a page. */
export const classLooks = (names: Iterable<string>) => looksOf<ClassLook>(names, LOOKS)
