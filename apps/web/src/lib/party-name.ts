import type { Party } from '@tessera/contract'
import { useLanguage } from './i18n.ts'

type Named = Pick<Party, 'name'>

/** Returns a function for a party's name in the current language, '' without a party. */
export function usePartyName(): (party: Named | null | undefined) => string {
  const [language] = useLanguage()
  return (party) => party?.name[language] ?? ''
}
