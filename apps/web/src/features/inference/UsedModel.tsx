import type { Inference } from '@tessera/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, Facts } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** The model behind an inference: what it takes and what it says. `children`: its headline metric. */
export function UsedModel({ inference, name, children }: { inference: Inference; name: string; children?: ReactNode }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const { inputs, output } = inference
  return (
    <div className="t-stack">
      <AppLink to={paths.model(inference.modelId, { from: 'myModel' })}>{name || t('model.open')}</AppLink>
      {children}
      <Facts
        items={[
          { term: t('model.label'), value: output?.label ?? null },
          {
            term: t('model.classes'),
            value: output === null ? null : output.kind === 'number' ? t('model.number') : output.classes?.join(', '),
          },
          { term: t('model.inputs'), value: inputs.length ? format.number(inputs.length) : null },
        ]}
      />
    </div>
  )
}
