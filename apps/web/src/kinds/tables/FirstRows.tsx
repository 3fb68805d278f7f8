import type { DatasetDraft, TableRow } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { isNumeric } from '../../lib/is-numeric.ts'
import { useCellText } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { kindPhrases } from '../phrases.ts'
import styles from './tables.module.css'

/** Maximum number of columns, which limits scrolling. The table of columns contains all of them. */
const COLUMNS = 30

/** Shows the first rows of a table as the edge has read them, so that users notice a wrong header or encoding. */
export function FirstRows({ draft, rows }: { draft: DatasetDraft; rows: TableRow[] }) {
  const t = usePhrases(kindPhrases)
  const textOf = useCellText()
  const columns = draft.columns.slice(0, COLUMNS)
  const hidden = draft.columns.length - columns.length
  const align = (name: string) => ({
    textAlign: isNumeric(draft.columnTypes[name]) ? ('end' as const) : ('start' as const),
  })
  return (
    <>
      <section aria-label={t('rows.first')}>
        <ScrollX>
          <table className={`t-table ${styles.firstRows}`}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" style={align(name)} title={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row.id)}>
                  {columns.map((name) => (
                    <td key={name} style={align(name)}>
                      {textOf(row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
      </section>
      {hidden > 0 && <p className="t-soft">{t('rows.first.more', { count: hidden })}</p>}
    </>
  )
}
