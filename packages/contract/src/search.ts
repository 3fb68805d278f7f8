import { z } from 'zod'

/** Limits of the search over all objects: the length of the text, and the number of hits per kind. */
export const SEARCH_LIMITS = { text: 100, hits: 5 } as const

export const SearchKind = z.enum(['task', 'dataset', 'model', 'algorithm', 'party'])
export type SearchKind = z.infer<typeof SearchKind>

/** An object that the reader can open, found by its name. */
export const SearchHit = z.object({
  kind: SearchKind,
  id: z.string(),
  /** Name of the object, in the reader's language if it has one in each language. */
  name: z.string(),
  /** Name of the owning party; null for a party and for an algorithm. */
  partyName: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>
