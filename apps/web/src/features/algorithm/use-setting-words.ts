import { useQueries } from '@tanstack/react-query'
import { useLanguage } from '../../lib/i18n.ts'
import { parameterWords } from '../../lib/parameter-words.ts'
import { algorithmQuery } from './api.ts'
import { nameOf } from './names.ts'

/**
 * Returns the names of these algorithms and their parameters in the reader's language. Until they are loaded, ids and
 * technical names are used.
 */
export function useSettingWords(algorithmIds: string[]) {
  const [language] = useLanguage()
  const known = useQueries({ queries: [...new Set(algorithmIds)].map((id) => algorithmQuery(id)) }).flatMap(
    ({ data }) => data ?? [],
  )
  const parameters = parameterWords(
    known.flatMap(({ parameterDescriptions }) => parameterDescriptions),
    language,
  )
  return {
    algorithm(algorithmId: string) {
      const found = known.find(({ id }) => id === algorithmId)
      return found ? nameOf(found, language) : algorithmId
    },
    parameter: parameters.name,
    value: parameters.value,
  }
}
