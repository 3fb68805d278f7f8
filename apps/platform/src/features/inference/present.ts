import { contentTypeOf, type Inference, type Language, phrase, type TaskCard } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { inferenceAbilities } from './policy.ts'
import type { LoadedInference } from './queries.ts'

export function presentInference(
  { inference, model, artifact }: LoadedInference,
  actor: Actor,
  language: Language,
): Inference {
  return {
    id: inference.id,
    name: inference.name,
    description: inference.description,
    status: inference.status,
    modelId: inference.modelId,
    modelName: model.name,
    partyId: inference.partyId,
    createdBy: inference.createdBy,
    createTime: inference.createTime,
    input: artifact.card.input,
    output: artifact.card.output,
    failure: inference.failure && phrase(language, inference.failure, inference.failureParams ?? {}),
    abilities: inferenceAbilities(actor, inference),
  }
}

export function presentInferenceCard({ inference, artifact }: LoadedInference, partyName: string): TaskCard {
  return {
    id: inference.id,
    name: inference.name,
    description: inference.description,
    avatar: null,
    type: 'inference',
    partyId: inference.partyId,
    partyName,
    visibility: null,
    status: null,
    researchType: null,
    kind: null,
    role: 'initiator',
    modelId: inference.modelId,
    createTime: inference.createTime,
    partyCount: 1,
    rowCount: inference.result?.rowCount ?? 0,
    contentType: contentTypeOf(artifact.card.input, artifact.card.output),
  }
}
