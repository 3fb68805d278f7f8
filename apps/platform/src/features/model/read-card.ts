import { ModelCard, type ModelInput, type ModelOutput } from '@tessera/contract'
import { z } from 'zod'

/** What the ONNX file says of itself; the card's makers need not repeat it. */
interface Signature {
  inputs: ModelInput[]
  output: ModelOutput
}

const Named = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
const Counts = z.array(z.array(z.number()))

/** A run folder's card, as `docs/engine.md` has it. */
const EngineCard = z.looseObject({
  columns: z.array(Named),
  confusion: z.union([Counts, z.looseObject({ counts: Counts }).transform(({ counts }) => counts)]).optional(),
})

/** The card as the contract has it: the engine's, with the file's own inputs and output. */
export function readCard(json: unknown, signature: Signature): ModelCard {
  const card = EngineCard.parse(json)
  return ModelCard.parse({ ...card, inputs: signature.inputs, output: signature.output })
}
