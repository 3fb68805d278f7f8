import { useQuery } from '@tanstack/react-query'
import {
  CONTENT_TYPES,
  type ContentType,
  contentTypeOf,
  type DataKind,
  dataKindOf,
  type HeldDataset,
  type ModelInput,
  type ModelOutput,
} from '@tessera/contract'
import type { Answerer } from '../answerer.ts'
import { heldDatasetsQuery } from '../api.ts'

/**
 * Query for those datasets of the party that the model can predict and the user can read, loaded on request. Null if
 * the model cannot predict whole datasets.
 */
export interface OwnDatasets {
  data: HeldDataset[] | undefined
  error: unknown
  refetch: () => unknown
}

export function useOwnDatasets(
  { datasets }: Answerer,
  { input, output }: { input: ModelInput | null; output: ModelOutput | null },
  { isWanted }: { isWanted: boolean },
): OwnDatasets | null {
  const { data, error, refetch } = useQuery({ ...heldDatasetsQuery(datasets), enabled: isWanted && datasets !== null })
  const kinds = input && output ? readKinds(contentTypeOf(input, output)) : []
  if (!datasets) return null
  return { data: data?.filter(({ contentType }) => kinds.includes(contentType)), error, refetch }
}

/**
 * Returns the kinds of data that a model accepts. A model with a target of its own, such as boxes, also accepts the same
 * rows without this label.
 */
function readKinds(kind: ContentType): ContentType[] {
  const { planData } = dataKindOf(kind)
  const isAccepted = ({ planTarget, ...other }: DataKind) =>
    planTarget === null && other.planData.some((one) => planData.includes(one))
  return CONTENT_TYPES.filter((one) => one === kind || isAccepted(dataKindOf(one)))
}
