import type { Dataset } from '@tessera/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ClearIcon } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { kindPhrases } from '../phrases.ts'

const SEARCHABLE_FROM = 12

type Props = Pick<Dataset, 'columns' | 'columnTypes'> & {
  /** Maximum height in pixels before the table scrolls. */
  height: number
}

/** The public format of a table: its columns and types. */
export function FormatTable({ columns, columnTypes, height }: Props) {
  const t = usePhrases(kindPhrases)
  const [wanted, setWanted] = useState('')
  const shown = columns.filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <div style={{ maxWidth: 720 }}>
      {columns.length >= SEARCHABLE_FROM && (
        <Input
          allowClear={{ clearIcon: <ClearIcon /> }}
          aria-label={t('column.filter')}
          placeholder={t('column.filter')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          style={{ maxWidth: 280, marginBottom: 12 }}
        />
      )}
      <ScrollX style={{ maxHeight: height, overflowY: 'auto' }}>
        <table className="t-table t-table-headed">
          <thead>
            <tr>
              <th scope="col">{t('column.name')}</th>
              <th scope="col" style={{ width: 140 }}>
                {t('column.type')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => {
              const type = columnTypes[name]
              return (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{type ? t(`type.${type}`) : '–'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollX>
    </div>
  )
}
