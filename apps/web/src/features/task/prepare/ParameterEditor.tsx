import type { ParameterDescription, Parameters } from '@tessera/contract'
import { Button, Input, InputNumber, Segmented, Select, Slider, Switch } from 'antd'
import { useId, useState } from 'react'
import { useLanguage, usePhrases } from '../../../lib/i18n.ts'
import { parameterWords } from '../../../lib/parameter-words.ts'
import { taskPhrases } from '../phrases.ts'
import { parseIntegers, parseParameters, startingValues } from './parameter-values.ts'

interface Props {
  descriptions: ParameterDescription[]
  values: Parameters
  /** Called with the parameters, or null while the input is invalid. */
  onChange: (values: Parameters | null) => void
}

/** Edits an algorithm's parameters, with a field for each or as JSON. */
export function ParameterEditor({ descriptions, values, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const [mode, setMode] = useState<'simple' | 'json'>('simple')
  const [text, setText] = useState('')
  const parsed = parseParameters(text)
  const switchTo = (next: 'simple' | 'json') => {
    if (next === 'json') setText(JSON.stringify(values, null, 2))
    else onChange(startingValues(descriptions, 'parameters' in parsed ? parsed.parameters : values))
    setMode(next)
  }
  const type = (typed: string) => {
    setText(typed)
    const result = parseParameters(typed)
    onChange('parameters' in result ? result.parameters : null)
  }
  return (
    <section className="task-parameters" aria-label={t('algorithm.parameters')}>
      <div className="t-row">
        <h4>{t('algorithm.parameters')}</h4>
        <Segmented
          size="small"
          aria-label={t('algorithm.parameters')}
          value={mode}
          onChange={switchTo}
          options={[
            { value: 'simple', label: t('algorithm.simple') },
            { value: 'json', label: t('algorithm.json') },
          ]}
        />
        <Button
          size="small"
          type="text"
          onClick={() => {
            const defaults = startingValues(descriptions, null)
            onChange(defaults)
            setText(JSON.stringify(defaults, null, 2))
          }}
        >
          {t('algorithm.reset')}
        </Button>
      </div>
      {mode === 'json' ? (
        <>
          <Input.TextArea
            aria-label={t('algorithm.json.label')}
            className="t-mono"
            rows={8}
            status={'problem' in parsed ? 'error' : ''}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          {'problem' in parsed && (
            <p role="alert" className="task-problem">
              {t(parsed.problem.key, 'detail' in parsed.problem ? { detail: parsed.problem.detail } : {})}
            </p>
          )}
        </>
      ) : (
        descriptions.map((description) => (
          <Field
            key={description.name}
            description={description}
            value={values[description.name] ?? description.default}
            onChange={(value) => onChange({ ...values, [description.name]: value })}
          />
        ))
      )}
    </section>
  )
}

interface FieldProps {
  description: ParameterDescription
  value: Parameters[string]
  onChange: (value: Parameters[string]) => void
}

function Field({ description, value, onChange }: FieldProps) {
  const [language] = useLanguage()
  const id = useId()
  return (
    <div className="task-parameter">
      <label htmlFor={id}>{description.label[language]}</label>
      <Control id={id} description={description} value={value} onChange={onChange} />
      <p className="t-soft task-help">{description.help[language]}</p>
    </div>
  )
}

function Control({ id, description, value, onChange }: FieldProps & { id: string }) {
  const [language] = useLanguage()
  const label = description.label[language]
  switch (description.type) {
    case 'boolean':
      return <Switch id={id} aria-label={label} checked={value === true} onChange={onChange} />
    case 'choice':
      return (
        <Select
          id={id}
          value={String(value)}
          onChange={onChange}
          options={(description.choices ?? []).map((choice) => ({
            value: choice,
            label: parameterWords([description], language).value(description.name, choice),
          }))}
        />
      )
    case 'integers':
      return <IntegersControl id={id} value={Array.isArray(value) ? value : []} onChange={onChange} />
    default:
      return <NumberControl id={id} label={label} description={description} value={Number(value)} onChange={onChange} />
  }
}

interface NumberProps {
  id: string
  label: string
  description: ParameterDescription
  value: number
  onChange: (value: number) => void
}

function NumberControl({ id, label, description, value, onChange }: NumberProps) {
  const { minimum, maximum, step, marks } = description
  const bounds = {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? {} : { max: maximum }),
    step: step ?? (description.type === 'integer' ? 1 : 0.0001),
  }
  return (
    <div className="task-number">
      {minimum !== undefined && maximum !== undefined && (
        <Slider {...bounds} value={value} onChange={onChange} ariaLabelForHandle={label} tooltip={{ open: false }} />
      )}
      <InputNumber
        id={id}
        {...bounds}
        {...(description.type === 'integer' ? { precision: 0 } : {})}
        value={value}
        onChange={(typed) => typed !== null && onChange(typed)}
      />
      {marks?.map((mark) => (
        <Button
          key={mark}
          size="small"
          type={mark === value ? 'primary' : 'text'}
          aria-label={`${label}: ${mark}`}
          onClick={() => onChange(mark)}
        >
          {mark}
        </Button>
      ))}
    </div>
  )
}

function IntegersControl({
  id,
  value,
  onChange,
}: {
  id: string
  value: number[]
  onChange: (value: number[]) => void
}) {
  const t = usePhrases(taskPhrases)
  const [text, setText] = useState(value.join(', '))
  const isBroken = parseIntegers(text) === null
  const type = (typed: string) => {
    setText(typed)
    const numbers = parseIntegers(typed)
    if (numbers) onChange(numbers)
  }
  return (
    <>
      <Input id={id} status={isBroken ? 'error' : ''} value={text} onChange={(event) => type(event.target.value)} />
      <p className={isBroken ? 'task-problem' : 't-soft task-help'}>
        {t(isBroken ? 'algorithm.integers.invalid' : 'algorithm.integers')}
      </p>
    </>
  )
}
