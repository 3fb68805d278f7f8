import type { Algorithm } from '@tessera/contract'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { LinkCard, StatusTag } from '../../ui/index.ts'
import { kindIcon } from './kind-icon.tsx'
import { nameOf, targetKeysOf } from './names.ts'
import { phrases } from './phrases.ts'

/** An algorithm in the pool: its name in the reader's language, what it predicts and how often it was used. */
export function AlgorithmCard({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  return (
    <LinkCard
      to={paths.algorithm(algorithm.id)}
      title={nameOf(algorithm, language)}
      tag={<StatusTag tone="neutral" icon={kindIcon(algorithm.kind)} text={t(`kind.${algorithm.kind}`)} />}
      footer={
        <>
          <span>
            {targetKeysOf(algorithm)
              .map((target) => t(target))
              .join(' · ')}
          </span>
          {algorithm.kind !== 'service' && <span>{t('card.uses', { count: algorithm.useCount })}</span>}
        </>
      }
    >
      {algorithm.introduction[language]}
    </LinkCard>
  )
}
