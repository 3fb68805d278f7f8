import { useQuery } from '@tanstack/react-query'
import { type ContentType, contentTypeOf, type HeldDataset, type ModelInput, type ModelOutput } from '@tessera/contract'
import type { Answerer } from './answerer.ts'
import { heldDatasetsQuery } from './api.ts'

/** The party's data of the model's kind that one may read, once they are wanted; null where whole datasets are not answered. */
export interface HeldDatasets {
  data: HeldDataset[] | undefined
  error: unknown
  refetch: () => unknown
}

export function useHeldDatasets(
  { datasets }: Answerer,
  { input, output }: { input: ModelInput | null; output: ModelOutput | null },
  { isWanted }: { isWanted: boolean },
): HeldDatasets | null {
  const { data, error, refetch } = useQuery({ ...heldDatasetsQuery(datasets), enabled: isWanted && datasets !== null })
  const kinds = input && output ? readKinds(contentTypeOf(input, output)) : []
  if (!datasets) return null
  return { data: data?.filter(({ contentType }) => kinds.includes(contentType)), error, refetch }
}

/** Pictures without boxes have a model of boxes look at them as well. */
const readKinds = (kind: ContentType): ContentType[] => (kind === 'yolo' ? ['yolo', 'vision'] : [kind])
