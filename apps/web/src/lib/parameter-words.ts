import type { Language, Parameters, ParameterTexts } from '@tessera/contract'
import { useMemo } from 'react'
import { translate, useLanguage } from './i18n.ts'

const phrases = {
  en: { yes: 'Yes', no: 'No' },
  cn: { yes: '是', no: '否' },
}

export interface ParameterWords {
  name: (id: string) => string
  value: (id: string, value: Parameters[string]) => string
}

/**
 * Returns the names of parameters and of their values. Parameters of older algorithms have no texts, so their ids are
 * used.
 */
export function parameterWords(texts: ParameterTexts[], language: Language): ParameterWords {
  const textsOf = (id: string) => texts.find(({ name }) => name === id)
  return {
    name: (id) => textsOf(id)?.label[language] ?? id,
    value(id, value) {
      if (typeof value === 'boolean') return translate(phrases, value ? 'yes' : 'no', {}, language)
      if (Array.isArray(value)) return value.join(', ')
      const labels = textsOf(id)?.choiceLabels ?? {}
      const label = Object.hasOwn(labels, value) ? labels[value] : undefined
      return label?.[language] ?? String(value)
    },
  }
}

const NONE: ParameterTexts[] = []

/** Returns the names of parameters and of their values in the user's language. */
export function useParameterWords(texts: ParameterTexts[] = NONE): ParameterWords {
  const [language] = useLanguage()
  return useMemo(() => parameterWords(texts, language), [texts, language])
}
