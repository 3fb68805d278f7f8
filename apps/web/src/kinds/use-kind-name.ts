import type { ContentType } from '@tessera/contract'
import { usePhrases } from '../lib/i18n.ts'
import { kindPhrases } from './phrases.ts'

/** Returns a function that names a kind of data. */
export function useKindName(): (kind: ContentType) => string {
  const t = usePhrases(kindPhrases)
  return (kind) => t(`kind.${kind}`)
}
