import type { ContentType } from '@tessera/contract'
import { translate, useLanguage } from '../lib/i18n.ts'
import type { KindText } from './kind-text.ts'
import { webKindOf } from './web-kinds.ts'

/** Returns a function for the texts about a kind of data. */
export function useKindText(): (kind: ContentType, text: KindText) => string {
  const [language] = useLanguage()
  return (kind, text) => translate(webKindOf(kind).phrases, text, {}, language)
}
