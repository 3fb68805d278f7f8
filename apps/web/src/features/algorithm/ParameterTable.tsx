import type { Algorithm, ParameterDescription } from '@tessera/contract'
import { Grid, Table } from 'antd'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useParameterWords } from '../../lib/parameter-words.ts'
import { Facts, wideTable } from '../../ui/index.ts'
import { rangeText } from './parameter-text.ts'
import { phrases } from './phrases.ts'

const WIDE = wideTable(860)

/** The parameters of an algorithm with their defaults, ranges and descriptions. */
export function ParameterTable({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const { md: isWide = false } = Grid.useBreakpoint()
  const parameters = algorithm.parameterDescriptions
  const words = useParameterWords(parameters)
  if (parameters.length === 0) return <p className="t-soft">{t('detail.parameters.none')}</p>
  if (!isWide) return <ParameterList algorithm={algorithm} />
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
          render: (_value, parameter) => words.value(parameter.name, startOf(algorithm, parameter)),
        },
        { title: t('parameter.range'), width: 160, render: (_value, parameter) => rangeText(parameter, t, words) },
        { title: t('parameter.help'), render: (_value, { help }) => help[language] },
      ]}
    />
  )
}

const startOf = ({ parameters }: Algorithm, { name, default: start }: ParameterDescription) => parameters[name] ?? start

/**
 * Lists the parameters on phones. In a table, the description would be off screen and would still determine the row's
 * height.
 */
function ParameterList({ algorithm }: { algorithm: Algorithm }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  const words = useParameterWords(algorithm.parameterDescriptions)
  return (
    <ul className="t-entries">
      {algorithm.parameterDescriptions.map((parameter) => (
        <li key={parameter.name}>
          <strong>{parameter.label[language]}</strong> <span className="t-mono t-soft">{parameter.name}</span>
          <p>{parameter.help[language]}</p>
          <Facts
            items={[
              { term: t('parameter.default'), value: words.value(parameter.name, startOf(algorithm, parameter)) },
              { term: t('parameter.range'), value: rangeText(parameter, t, words) },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
