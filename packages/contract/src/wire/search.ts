import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SearchHit } from '../search.ts'

export const Search = endpoint({
  method: 'GET',
  path: '/platform/search',
  access: 'user',
  input: z.object({ text: z.string() }),
  output: z.array(SearchHit),
  summary: 'Searches tasks, datasets, models, algorithms and parties by name.',
  description: 'Only what the caller can see.',
})
