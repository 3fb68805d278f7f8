import type { Explanation, Inference, ModelInput, ModelOutput, TableRow } from '@tessera/contract'
import { ExplainOnce, ExplainRow } from '@tessera/contract/wire'
import { call } from '../../lib/api.ts'

/** What answers: an inference task, or a model by itself, of which nothing is kept. */
export interface Asked {
  /** Tells its answers from those of others. */
  id: string
  input: ModelInput | null
  output: ModelOutput | null
  /** Null where one may look and not ask. */
  explain: ((row: TableRow, signal: AbortSignal) => Promise<Explanation>) | null
}

export const askedInference = ({ id, input, output, abilities }: Inference): Asked => ({
  ...{ id, input, output },
  explain: abilities.run ? (row, signal) => call(ExplainRow, { inferenceId: id, row }, { signal }) : null,
})

export const askedModel = (modelId: string, { input, output }: Pick<Asked, 'input' | 'output'>): Asked => ({
  ...{ id: modelId, input, output },
  explain: (row, signal) => call(ExplainOnce, { modelId, row }, { signal }),
})
