import type { Algorithm, ParameterDescription } from '@tessera/contract'
import { Table } from 'antd'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useParameterWords } from '../../lib/parameter-words.ts'
import { wideTable } from '../../ui/index.ts'
import { rangeText } from './parameter-text.ts'
import { phrases } from './phrases.ts'

const WIDE = wideTable(860)

/** What can be set before training, what it starts from, and what it does. */
export function ParameterTable({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const parameters = algorithm.parameterDescriptions
  const words = useParameterWords(parameters)
  if (parameters.length === 0) return <p className="t-soft">{t('detail.parameters.none')}</p>
  return (
    <Table<ParameterDescription>
      size="small"
      rowKey="name"
      pagination={false}
      dataSource={parameters}
      components={WIDE}
      columns={[
        {
          title: t('parameter.name'),
          width: 220,
          render: (_value, { name, label }) => (
            <>
              {label[language]}
              <div className="t-mono t-soft">{name}</div>
            </>
          ),
        },
        {
          title: t('parameter.default'),
          width: 100,
          render: (_value, parameter) =>
            words.value(parameter.name, algorithm.parameters[parameter.name] ?? parameter.default),
        },
        { title: t('parameter.range'), width: 160, render: (_value, parameter) => rangeText(parameter, t, words) },
        { title: t('parameter.help'), render: (_value, { help }) => help[language] },
      ]}
    />
  )
}
