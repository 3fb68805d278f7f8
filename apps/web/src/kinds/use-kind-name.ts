import type { ContentType } from '@tessera/contract'
import { usePhrases } from '../lib/i18n.ts'
import { kindPhrases } from './phrases.ts'

/** What a kind of data is called. */
export function useKindName(): (kind: ContentType) => string {
  const t = usePhrases(kindPhrases)
  return (kind) => t(`kind.${kind}`)
}
