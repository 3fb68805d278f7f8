import type { ModelInput } from '@tessera/contract'
import type { InferenceKind } from './kind.ts'
import { tables } from './tables.ts'

const KINDS: { [Kind in ModelInput['kind']]: InferenceKind<Extract<ModelInput, { kind: Kind }>> } = { table: tables }

export const kindOf = ({ kind }: ModelInput): InferenceKind => KINDS[kind]
