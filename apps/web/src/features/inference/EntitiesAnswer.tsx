import type { Inference, Prediction } from '@tessera/contract'
import { useState } from 'react'
import { entityLooks } from '../../kinds/texts/entity-look.ts'
import { EntityLegend, MarkedText } from '../../kinds/texts/Marked.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { phrases } from './phrases.ts'
import { WhyMark } from './WhyMark.tsx'

type Marked = Extract<Prediction, { kind: 'entities' }>

interface Props {
  prediction: Marked
  inference: Pick<Inference, 'id' | 'input' | 'output' | 'abilities'>
}

/** The text with what is named in it, which kind is marked how, all of it once more by kind, and why for each mark. */
export function EntitiesAnswer({ prediction: { text, entities, data }, inference }: Props) {
  const t = usePhrases(phrases)
  const { id, input, output, abilities } = inference
  const [asked, onAsk] = useState<number | null>(null)
  const kinds = output?.kind === 'entities' ? output.classes : []
  const column = abilities.run && input?.kind === 'tokens' ? input.column : null
  const entity = asked === null ? undefined : entities[asked]
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
      <MarkedText {...{ text, entities, kinds }} asking={column === null ? undefined : { asked, onAsk }} />
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
          inferenceId={id}
          row={{ [column]: data[column] ?? null }}
          entity={entity}
          name={letters.slice(entity.start, entity.end).join('')}
        />
      )}
    </section>
  )
}
