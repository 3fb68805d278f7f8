import type { Prediction } from '@tessera/contract'
import { useState } from 'react'
import { entityLooks } from '../../../kinds/texts/entity-look.ts'
import { EntityLegend, MarkedText } from '../../../kinds/texts/Marked.tsx'
import { usePhrases } from '../../../lib/i18n.ts'
import type { AnswerSource } from '../answer-source.ts'
import { WhyMark } from '../explain/WhyMark.tsx'
import { phrases } from '../phrases.ts'

type Marked = Extract<Prediction, { kind: 'entities' }>

interface Props {
  prediction: Marked
  source: AnswerSource
}

/** The text with its entities marked, a legend, the entities by kind, and an explanation for each mark. */
export function EntitiesAnswer({ prediction: { text, entities, data }, source }: Props) {
  const t = usePhrases(phrases)
  const { input, output, explain } = source
  const [mark, onAsk] = useState<number | null>(null)
  const kinds = output?.kind === 'entities' ? output.classes : []
  const column = explain && input?.kind === 'tokens' ? input.column : null
  const entity = mark === null ? undefined : entities[mark]
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
      <MarkedText
        text={text}
        entities={entities}
        kinds={kinds}
        asking={column === null ? undefined : { selected: mark, onAsk }}
      />
      {found.length === 0 ? (
        <p role="status">{t('result.entities.none')}</p>
      ) : (
        <ul style={{ paddingInlineStart: 20 }}>
          {found.map(({ type, texts }) => (
            <li key={type}>{t('result.entities.of', { type, texts: [...new Set(texts)].join(', ') })}</li>
          ))}
        </ul>
      )}
      {column !== null && found.length > 0 && <p className="t-soft">{t('result.entities.ask')}</p>}
      {column !== null && entity && (
        <WhyMark
          source={source}
          row={{ [column]: data[column] ?? null }}
          entity={entity}
          name={letters.slice(entity.start, entity.end).join('')}
        />
      )}
    </section>
  )
}
