import { useQueryClient } from '@tanstack/react-query'
import type { ColumnSpellings, HeldDataset } from '@tessera/contract'
import { Button, Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { proposedNamesQuery, renameValues } from './api.ts'
import { namesPhrases } from './phrases.ts'

interface Props {
  taskId: string
  dataset: HeldDataset
  spellings: ColumnSpellings[]
  chosen: Chosen
  /** Sets the new name of a value. The value stays unchanged if its new name equals its own name. */
  onChoose: (column: string, name: string, to: string) => void
}

/** For each column, the new name of each of the party's own values. */
export type Chosen = Map<string, Map<string, string>>

/** Returns whether any value gets a new name. */
export const isToRename = (spellings: ColumnSpellings[], chosen: Chosen) =>
  spellings.some(({ column, own }) => own.some(({ name }) => chosen.get(column)?.has(name)))

/**
 * Renames the party's values that are other spellings of a known name, or that no other party has. They are renamed in
 * the offered rows before the names are confirmed.
 */
export function SpellingsForm({ taskId, dataset, spellings, chosen, onChoose }: Props) {
  const t = usePhrases(namesPhrases)
  const client = useQueryClient()
  const columns = [...chosen].flatMap(([column, names]) => {
    const values = [...names].map(([from, to]) => ({ from, to }))
    return values.length > 0 ? { column, values } : []
  })
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => renameValues({ taskId, tableName: dataset.tableName, columns }),
    onSuccess: () => client.invalidateQueries({ queryKey: proposedNamesQuery(taskId).queryKey }),
  })
  return (
    <section className="t-stack" aria-label={t('spellings.heading')}>
      <h2>{t('spellings.heading')}</h2>
      <p>{t('spellings.explain')}</p>
      {spellings.map((one) => (
        <Values key={one.column} of={one} chosen={chosen.get(one.column)} dataset={dataset} onChoose={onChoose} />
      ))}
      <ErrorNote error={error} />
      <div>
        <Button
          type={isToRename(spellings, chosen) ? 'primary' : 'default'}
          disabled={columns.length === 0}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('spellings.submit')}
        </Button>
      </div>
    </section>
  )
}

/**
 * Returns the new names. The member's decisions, which may be "unchanged", take precedence over the edge's proposals.
 */
export const chosenOf = (spellings: ColumnSpellings[], decided: Chosen): Chosen =>
  new Map(
    spellings.map(({ column, own }) => {
      const names = own.map(({ name, proposed }) => [name, decided.get(column)?.get(name) ?? proposed ?? name] as const)
      return [column, new Map(names.filter(([name, to]) => to !== name))]
    }),
  )

interface ValuesProps {
  of: ColumnSpellings
  chosen: Map<string, string> | undefined
  dataset: HeldDataset
  onChoose: (column: string, name: string, to: string) => void
}

function Values({ of: { column, others, own }, chosen, dataset, onChoose }: ValuesProps) {
  const t = usePhrases(namesPhrases)
  const rows = useRowsWords(dataset.contentType)
  const targets = [...new Set([...others, ...own.flatMap(({ proposed }) => proposed ?? [])])]
  return (
    <div>
      <h3>{column}</h3>
      {others.length > 0 && (
        <p className="t-soft">{t('spellings.others', { names: others.join(t('spellings.and')) })}</p>
      )}
      <ScrollX>
        <table className="t-table" aria-label={column}>
          <thead>
            <tr>
              <th scope="col">{t('spellings.own')}</th>
              <th scope="col">{t('spellings.becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {own.map(({ name, rows: count }) => (
              <tr key={name}>
                <th scope="row">
                  <span className="own-word">{name}</span> <span className="t-soft t-num">{rows.count(count)}</span>
                </th>
                <td>
                  <Select
                    className="own-rename"
                    aria-label={t('spellings.becomes.label', { name })}
                    showSearch
                    value={chosen?.get(name) ?? name}
                    onChange={(to) => onChoose(column, name, to)}
                    options={[
                      { value: name, label: t('spellings.same', { name }) },
                      ...targets.filter((to) => to !== name).map((to) => ({ value: to, label: to })),
                    ]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
    </div>
  )
}
