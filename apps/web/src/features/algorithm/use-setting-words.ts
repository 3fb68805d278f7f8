import { useQueries } from '@tanstack/react-query'
import type { Algorithm } from '@tessera/contract'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { algorithmQuery } from './api.ts'
import { nameOf } from './names.ts'
import { valueText } from './parameter-text.ts'
import { phrases } from './phrases.ts'

/** What these algorithms and their parameters are called in the reader's language; ids and names until that is known. */
export function useSettingWords(algorithmIds: string[]) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const known = useQueries({ queries: [...new Set(algorithmIds)].map((id) => algorithmQuery(id)) }).flatMap(
    ({ data }) => data ?? [],
  )
  return {
    algorithm(algorithmId: string) {
      const found = known.find(({ id }) => id === algorithmId)
      return found ? nameOf(found, language) : algorithmId
    },
    parameter(name: string) {
      const described = known.flatMap(({ parameterDescriptions }) => parameterDescriptions)
      return described.find((one) => one.name === name)?.label[language] ?? name
    },
    value: (value: Algorithm['parameters'][string]) => valueText(value, t),
  }
}
