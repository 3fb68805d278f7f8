import type { ModelInput } from '@tessera/contract'
import { graphs } from './graphs.ts'
import type { InferenceKind } from './kind.ts'
import { pictures } from './pictures.ts'
import { tables } from './tables.ts'
import { texts } from './texts.ts'
import { tokens } from './tokens.ts'

const KINDS: { [Kind in ModelInput['kind']]: InferenceKind<Extract<ModelInput, { kind: Kind }>> } = {
  table: tables,
  texts,
  tokens,
  pictures,
  graph: graphs,
}

export const kindOf = ({ kind }: ModelInput): InferenceKind => KINDS[kind] as InferenceKind
