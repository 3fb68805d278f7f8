import type { LeavingStage } from '@tessera/contract'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { grantPhrases } from './phrases.ts'

/** Lists what leaves the party at each stage, as the algorithm at the edge declares it. The amounts are collapsed. */
export function Leaving({ stages, isAlone }: { stages: LeavingStage[] | undefined; isAlone: boolean }) {
  const t = usePhrases(grantPhrases)
  const [language] = useLanguage()
  if (!stages) return <p>{t('ticket.leaves.unknown')}</p>
  return (
    <>
      <ul>
        {stages.map((stage) => (
          <li key={stage.name.en}>
            <details>
              <summary>
                <strong>{stage.name[language]}</strong>{' '}
                <span className="t-soft">{t('ticket.leaves.messages', { messages: stage.messages })}</span>
                <span className="ticket-leaving">{namesOf(stage, language).join(t('ticket.leaves.and'))}</span>
              </summary>
              <ul className="ticket-small">
                {stage.terms.map(({ name, sizes }) => (
                  <li key={name.en}>
                    {name[language]}
                    {sizes.length > 0 && (
                      <span className="t-soft">
                        {' '}
                        · {sizes.map((size) => size[language]).join(t('ticket.leaves.and'))}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {!isAlone && <p className="ticket-small">{t('ticket.leaves.beside')}</p>}
    </>
  )
}

const namesOf = ({ terms }: LeavingStage, language: 'cn' | 'en') => terms.map(({ name }) => name[language])
