import type { Prediction } from '@tessera/contract'
import { entityLooks } from '../../kinds/texts/entity-look.ts'
import { EntityLegend, MarkedText } from '../../kinds/texts/Marked.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'

type Marked = Extract<Prediction, { kind: 'entities' }>

/** The text with what is named in it, which kind is marked how, and all of it once more by kind. */
export function EntitiesAnswer({ prediction: { text, entities }, kinds }: { prediction: Marked; kinds: string[] }) {
  const t = usePhrases(phrases)
  const letters = Array.from(text)
  const found = kinds
    .map((type) => ({
      type,
      texts: entities.flatMap((one) => (one.type === type ? [letters.slice(one.start, one.end).join('')] : [])),
    }))
    .filter(({ texts }) => texts.length > 0)
  return (
    <section aria-label={t('result.entities')} className="t-stack t-stack-tight">
      <h3>{t('result.entities')}</h3>
      <EntityLegend looks={entityLooks(kinds)} />
      <MarkedText text={text} entities={entities} kinds={kinds} />
      {found.length === 0 ? (
        <p role="status">{t('result.entities.none')}</p>
      ) : (
        <ul style={{ paddingInlineStart: 20 }}>
          {found.map(({ type, texts }) => (
            <li key={type}>{t('result.entities.of', { type, texts: [...new Set(texts)].join(', ') })}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
