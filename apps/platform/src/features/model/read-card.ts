import { ModelCard } from '@tessera/contract'
import type { ModelSignature } from '@tessera/inference'
import { z } from 'zod'

const Named = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
const Counts = z.array(z.array(z.number()))

/** The model card that the engine writes into a run folder, as described in `docs/reference/engine/card.md`. */
const EngineCard = z.looseObject({
  columns: z.array(Named),
  confusion: z.union([Counts, z.looseObject({ counts: Counts }).transform(({ counts }) => counts)]).optional(),
})

/**
 * Returns the model card in the contract's form: the engine's card, with the inputs and output that the model file
 * declares.
 */
export function readCard(json: unknown, { input, output }: ModelSignature): ModelCard {
  const card = EngineCard.parse(json)
  return ModelCard.parse({ ...card, input, output })
}
