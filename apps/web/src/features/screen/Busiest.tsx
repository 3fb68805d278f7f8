import type { Screen } from '@tessera/contract'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { screenPhrases } from './phrases.ts'

export function Busiest({ algorithms }: Pick<Screen, 'algorithms'>) {
  const t = usePhrases(screenPhrases)
  const [language] = useLanguage()
  const most = algorithms[0]?.useCount ?? 1
  if (algorithms.length === 0) return <p className="screen-none">{t('busiest.none')}</p>
  return (
    <ol className="screen-busiest-list">
      {algorithms.map(({ id, name, useCount }) => (
        <li key={id}>
          <span>{name[language]}</span>
          <span className="t-num">{t('busiest.uses', { uses: useCount })}</span>
          <span className="screen-bar" aria-hidden="true">
            <span style={{ width: `${(useCount / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
