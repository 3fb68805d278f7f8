import { columnNamesOf, inputColumnsOf, type ModelInput, type TableRow } from '@tessera/contract'
import { Segmented } from 'antd'
import { type ComponentProps, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { DatasetInput } from './DatasetInput.tsx'
import { GraphForm } from './GraphForm.tsx'
import { InputForm } from './InputForm.tsx'
import { PictureForm } from './PictureForm.tsx'
import { TextForm } from './TextForm.tsx'

export type InputSource = 'form' | 'dataset'

interface Props {
  input: ModelInput | null
  /** A sentence for each source of input, which states where the input is sent and what is stored. */
  where: Record<InputSource, string>
  byHand: Omit<ByHandProps, 'input'>
  ofDataset: Omit<ComponentProps<typeof DatasetInput>, 'columns'>
  onSource?: (source: InputSource) => void
}

/** The input of a model: typed, pasted or chosen depending on the kind of data, or a whole dataset. */
export function ModelInputs({ input, where, byHand, ofDataset, onSource }: Props) {
  const t = usePhrases(phrases)
  const [source, setSource] = useState<InputSource>('form')
  return (
    <>
      <Segmented<InputSource>
        aria-label={t('source.title')}
        value={source}
        onChange={(next) => {
          setSource(next)
          onSource?.(next)
        }}
        options={[
          { value: 'form', label: t(`source.${input?.kind ?? 'table'}`) },
          { value: 'dataset', label: t('source.dataset') },
        ]}
        style={{ marginBottom: 8 }}
      />
      <p className={styles.where}>{where[source]}</p>
      {/* Both forms stay mounted, so that their input survives when the user switches between them. */}
      <div hidden={source !== 'form'}>
        <ByHand input={input} {...byHand} />
      </div>
      <div hidden={source !== 'dataset'}>
        <DatasetInput columns={input ? columnNamesOf(input) : []} {...ofDataset} />
      </div>
    </>
  )
}

interface ByHandProps {
  input: ModelInput | null
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[], files?: File[]) => void
}

/** The form for the model's kind of data. */
function ByHand({ input, ...rest }: ByHandProps) {
  if (input?.kind === 'texts' || input?.kind === 'tokens') return <TextForm input={input} {...rest} />
  if (input?.kind === 'pictures') return <PictureForm input={input} {...rest} />
  if (input?.kind === 'graph') return <GraphForm input={input} {...rest} />
  return <InputForm inputs={input ? inputColumnsOf(input) : []} {...rest} />
}
