import { z } from 'zod'

/** Limits of a search in everything: the length of the text, and the number of hits of each kind. */
export const SEARCH_LIMITS = { text: 100, hits: 5 } as const

export const SearchKind = z.enum(['task', 'dataset', 'model', 'algorithm', 'party'])
export type SearchKind = z.infer<typeof SearchKind>

/** Something that the reader can open, found by its name. */
export const SearchHit = z.object({
  kind: SearchKind,
  id: z.string(),
  /** In the reader's language, if it has a name in both. */
  name: z.string(),
  /** The owning party; null for a party and for an algorithm. */
  partyName: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>
