import type { Dataset } from '@tessera/contract'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ClearIcon } from '../../ui/index.ts'
import { kindPhrases } from '../phrases.ts'

const SEARCHABLE_FROM = 12

type Props = Pick<Dataset, 'columns' | 'columnTypes'> & {
  /** Most pixels it takes before it scrolls in itself. */
  height: number
}

/** What every party may see of a table: its columns and their types. */
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
      <Table<{ name: string }>
        size="small"
        rowKey="name"
        dataSource={shown.map((name) => ({ name }))}
        scroll={{ y: height }}
        pagination={false}
        columns={[
          { title: t('column.name'), dataIndex: 'name' },
          {
            title: t('column.type'),
            width: 140,
            render: (_value, { name }) => {
              const type = columnTypes[name]
              return type ? t(`type.${type}`) : '–'
            },
          },
        ]}
      />
    </div>
  )
}
