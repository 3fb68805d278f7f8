import type { Party } from '@tessera/contract'
import { useLanguage } from './i18n.ts'

type Named = Pick<Party, 'name'>

/** Returns a function for the name of a party in the current language. It returns '' without a party. */
export function usePartyName(): (party: Named | null | undefined) => string {
  const [language] = useLanguage()
  return (party) => party?.name[language] ?? ''
}
