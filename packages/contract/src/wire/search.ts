import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SearchHit } from '../search.ts'

export const Search = endpoint({
  method: 'GET',
  path: '/platform/search',
  access: 'user',
  input: z.object({ text: z.string() }),
  output: z.array(SearchHit),
  summary:
    'Tasks, datasets, models, algorithms and parties whose name holds a text, as far as the caller may see them. Ours.',
})
