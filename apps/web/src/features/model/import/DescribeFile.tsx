import { type AnswerReading, type FileTensor, IMPORT_LIMITS, type ModelDraft } from '@tessera/contract'
import { Form, Input, Radio, Select } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'
import { NameListField } from './NameListField.tsx'

/** The description of a file without metadata, as the user typed it. */
export interface TypedDescription {
  columns: string[]
  label: string
  output: string
  reading: AnswerReading
  classes: string
}

/** Returns the most likely description of a file: class probabilities, if the file has an output for them. */
export function firstGuess({ inputs, outputs, classes }: ModelDraft): TypedDescription {
  const output = outputs.find(({ width }) => width !== 1) ?? outputs[0]
  return {
    // An input that holds a single column usually has the column's name.
    columns: inputs.map(({ name, width }) => (width === 1 ? name : '')),
    label: '',
    output: output?.name ?? '',
    reading: output?.width === 1 && classes === null ? 'number' : 'chances',
    classes: (classes ?? []).join('\n'),
  }
}

/** The form fields that name a file's input columns and describe its output. */
export function DescribeFile({ draft: { inputs, outputs } }: { draft: ModelDraft }) {
  const t = usePhrases(phrases)
  const chosen = Form.useWatch<string | undefined>('output')
  const output = outputs.find(({ name }) => name === chosen) ?? outputs[0]
  const reading = Form.useWatch<AnswerReading | undefined>('reading')
  return (
    <>
      {inputs.map((input, at) => (
        <NameListField
          key={input.name}
          name={['columns', at]}
          label={t(inputs.length === 1 ? 'import.columns' : 'import.columnsOf', { name: input.name })}
          help={t(`import.columns.${input.kind}`)}
          count={input.width}
        />
      ))}
      <Form.Item
        name="label"
        label={t('import.label')}
        extra={t('import.label.help')}
        rules={[
          { required: true, whitespace: true, message: t('field.required') },
          { max: IMPORT_LIMITS.name, message: t('field.long', { limit: IMPORT_LIMITS.name }) },
        ]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="output" label={t('import.output')} extra={t('import.output.help')} hidden={outputs.length === 1}>
        <Select options={outputs.map(({ name, width }) => ({ value: name, label: outputText(name, width) }))} />
      </Form.Item>
      <Form.Item
        name="reading"
        label={t('import.reading')}
        validateTrigger="onChange"
        rules={[
          {
            validator: (_rule, value: AnswerReading) =>
              readingsOf(output).includes(value)
                ? Promise.resolve()
                : Promise.reject(new Error(t('import.reading.required'))),
          },
        ]}
      >
        <Radio.Group className="t-stack t-stack-tight">
          {readingsOf(output).map((one) => (
            <Radio key={one} value={one}>
              {t(one === 'number' || output?.width !== 1 ? `import.reading.${one}` : `import.reading.${one}.single`)}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {reading !== 'number' && (
        <NameListField
          name="classes"
          label={t('import.classes')}
          help={t(output?.width === 1 ? 'import.classes.two' : 'import.classes.help')}
          count={output?.width === 1 ? 2 : (output?.width ?? null)}
        />
      )}
    </>
  )
}

/**
 * Returns the possible meanings of an output. Several numbers mean classes; a single number can be the prediction
 * itself.
 */
function readingsOf(output: FileTensor | undefined): readonly AnswerReading[] {
  return output?.width === null || output?.width === 1 ? ['number', 'chances', 'scores'] : ['chances', 'scores']
}

const outputText = (name: string, width: number | null) => `${name} [*, ${width ?? '*'}]`
