import { z } from 'zod'

/** What is searched for in everything at once; so many of each kind are found. */
export const SEARCH_LIMITS = { text: 100, hits: 5 } as const

export const SearchKind = z.enum(['task', 'dataset', 'model', 'algorithm', 'party'])
export type SearchKind = z.infer<typeof SearchKind>

/** Something that the reader may open, found by its name. */
export const SearchHit = z.object({
  kind: SearchKind,
  id: z.string(),
  /** In the reader's language, where it has one in both. */
  name: z.string(),
  /** Whose it is; null of a party and of an algorithm. */
  partyName: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>
