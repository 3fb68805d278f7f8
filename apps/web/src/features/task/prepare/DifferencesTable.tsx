import type { ColumnType } from '@tessera/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { Pager, useSelectClear } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { taskPhrases } from '../phrases.ts'
import { type Choices, type Comparison, candidatesFor, choiceFor, conversionBetween } from './mapping.ts'

const COLUMNS_PER_PAGE = 20

type Difference = Comparison['differences'][number]

interface Props {
  comparison: Comparison
  choices: Choices
  /** For each of the party's own columns that is in use, the column of the task to which it is mapped. */
  taken: Map<string, string>
  /** Called with new choices. Without this callback, the table is read-only. */
  onChange?: (choices: Choices) => void
}

/** Lists the columns that differ, with both formats and the party's own column that is mapped to each. */
export function DifferencesTable({ comparison, choices, taken, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const [page, setPage] = useState(1)
  const typeName = (type: ColumnType | null) => (type === null ? t('compare.missing') : t(`columntype.${type}`))
  const { differences } = comparison
  const shown = differences.slice((page - 1) * COLUMNS_PER_PAGE, page * COLUMNS_PER_PAGE)
  return (
    <div>
      <ScrollX className="task-rows">
        <table className="t-table task-stacked" aria-label={t('compare.title')}>
          <thead>
            <tr>
              <th scope="col">{t('compare.column')}</th>
              <th scope="col">{comparison.initiatorName}</th>
              <th scope="col">{comparison.participantName}</th>
              {onChange && <th scope="col">{t('compare.standsFor')}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((difference) => (
              <tr key={difference.column}>
                <th scope="row">{difference.column}</th>
                <td data-head={comparison.initiatorName}>{typeName(difference.initiatorType)}</td>
                <td data-head={comparison.participantName}>{typeName(difference.participantType)}</td>
                {onChange && (
                  <td>
                    <OwnColumn
                      difference={difference}
                      comparison={comparison}
                      choices={choices}
                      taken={taken}
                      onChange={onChange}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
      <Pager pageNo={page} pageSize={COLUMNS_PER_PAGE} total={differences.length} onChange={setPage} />
    </div>
  )
}

interface OwnColumnProps extends Required<Props> {
  difference: Difference
}

function OwnColumn({ difference, comparison, choices, taken, onChange }: OwnColumnProps) {
  const t = usePhrases(taskPhrases)
  const clear = useSelectClear()
  const { column, initiatorType } = difference
  const chosen = choiceFor(choices, column)
  const candidates = candidatesFor(comparison.participantColumns, initiatorType)
  const choose = (from: string | undefined) => {
    const { [column]: _before, ...others } = choices
    const own = candidates.find(({ name }) => name === from)
    if (!own) return onChange(others)
    const conversion = conversionBetween(own.type, initiatorType) ?? 'none'
    onChange({ ...others, [column]: { column, from: own.name, conversion } })
  }
  return (
    <div className="task-stands-for">
      <Select
        className="task-label-select"
        aria-label={t('compare.standsFor.label', { column })}
        placeholder={t(candidates.length > 0 ? 'compare.choose' : 'compare.noCandidate')}
        showSearch={{ optionFilterProp: 'value' }}
        allowClear={clear}
        value={chosen?.from ?? null}
        onChange={(from) => choose(from ?? undefined)}
        options={candidates.map(({ name, type }) => {
          const takenFor = taken.get(name)
          const isTaken = takenFor !== undefined && takenFor !== column
          return {
            value: name,
            disabled: isTaken,
            label: isTaken
              ? t('compare.option.taken', { name, column: takenFor })
              : t('compare.option', { name, type: t(`columntype.${type}`) }),
          }
        })}
      />
      {chosen && chosen.conversion !== 'none' && <span className="t-soft">{t(`conversion.${chosen.conversion}`)}</span>}
    </div>
  )
}
