import type { ModelInput, ModelOutput } from '@tessera/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, Facts } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

interface Props {
  modelId: string
  name: string
  input: ModelInput | null
  output: ModelOutput | null
  children?: ReactNode
}

/** The model with which an inference task predicts: its input and output. `children` is its headline metric. */
export function UsedModel({ modelId, name, input, output, children }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const outputText = (of: ModelOutput) => {
    switch (of.kind) {
      case 'classes':
      case 'entities':
      case 'boxes':
        return of.classes.join(', ')
      case 'number':
        return t('model.number')
      case 'clusters':
        return t('model.clusters', { count: of.clusters })
    }
  }
  const isClusters = output?.kind === 'clusters'
  return (
    <div className="t-stack">
      <AppLink to={paths.model(modelId, { from: 'myModel' })}>{name || t('model.open')}</AppLink>
      {children}
      <Facts
        items={[
          { term: t('model.label'), value: output && (isClusters ? outputText(output) : output.label) },
          { term: t('model.classes'), value: isClusters ? null : output && outputText(output) },
          { term: t('model.inputs'), value: input && 'columns' in input ? format.number(input.columns.length) : null },
        ]}
      />
    </div>
  )
}
