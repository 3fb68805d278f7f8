import { useEffect } from 'react'
import { type Translate, usePhrases } from '../lib/i18n.ts'
import { appPhrases } from './phrases.ts'

type Key = Parameters<Translate<keyof typeof appPhrases.en>>[0]

/** Sets the window title of a page without PageHeader. */
export function useTitle(key: Key) {
  const t = usePhrases(appPhrases)
  useEffect(() => {
    document.title = `${t(key)} · Tessera`
  }, [t, key])
}
