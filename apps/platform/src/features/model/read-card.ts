import { ModelCard } from '@tessera/contract'
import type { ModelSignature } from '@tessera/inference'
import { z } from 'zod'

const Named = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
const Counts = z.array(z.array(z.number()))

/** A run folder's card, as `docs/engine.md` has it. */
const EngineCard = z.looseObject({
  columns: z.array(Named),
  confusion: z.union([Counts, z.looseObject({ counts: Counts }).transform(({ counts }) => counts)]).optional(),
})

/** The card as the contract has it: the engine's, with what the file says of itself. */
export function readCard(json: unknown, { input, output }: ModelSignature): ModelCard {
  const card = EngineCard.parse(json)
  return ModelCard.parse({ ...card, input, output })
}
