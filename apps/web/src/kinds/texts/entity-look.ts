import { looksOf } from '../looks-of.ts'

/** How entity types are marked: by a colour and an underline style. The name also appears beside the mark. */
const LOOKS = [
  { colour: '#0f6e6e', line: 'solid' },
  { colour: '#b0661a', line: 'double' },
  { colour: '#4d58a8', line: 'dashed' },
  { colour: '#a8483c', line: 'dotted' },
  { colour: '#5f7424', line: 'wavy' },
  { colour: '#84468a', line: 'solid' },
] as const

export type EntityLook = (typeof LOOKS)[number]

export const entityLooks = (entities: Iterable<string>) => looksOf<EntityLook>(entities, LOOKS)
