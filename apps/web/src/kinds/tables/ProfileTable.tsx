import type { ColumnProfile, DatasetDraft } from '@tessera/contract'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ClearIcon, ErrorNote, usePageNames } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import type { Answer } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import { Histogram } from './Histogram.tsx'
import styles from './tables.module.css'

const PER_PAGE = 8
const SEARCHABLE_FROM = 12

interface Line {
  name: string
  profile: ColumnProfile | undefined
}

interface Props {
  draft: DatasetDraft
  profiles: Answer<ColumnProfile[]>
}

/** A table of all columns with their types and profiles, paginated because there may be thousands. */
export function ProfileTable({ draft, profiles }: Props) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const itemRender = usePageNames()
  const [wanted, setWanted] = useState('')
  const byName = new Map(profiles.data?.map((profile) => [profile.name, profile]))
  const lines: Line[] = draft.columns
    .filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
    .map((name) => ({ name, profile: byName.get(name) }))
  const amount = (title: string, of: (profile: ColumnProfile) => number | null | undefined) => ({
    title,
    align: 'right' as const,
    width: 82,
    render: (_value: unknown, { profile }: Line) => (profile ? format.number(short(of(profile))) : '…'),
  })

  return (
    <div className="t-stack t-stack-tight">
      <ErrorNote error={profiles.error} onRetry={() => void profiles.refetch()} />
      {draft.columns.length >= SEARCHABLE_FROM && (
        <Input
          allowClear={{ clearIcon: <ClearIcon /> }}
          aria-label={t('column.filter')}
          placeholder={t('column.filter')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          style={{ maxWidth: 280 }}
        />
      )}
      <ScrollX>
        <Table<Line>
          size="small"
          rowKey="name"
          dataSource={lines}
          tableLayout="fixed"
          className={styles.profiles ?? ''}
          style={{ minWidth: 910 }}
          pagination={{ pageSize: PER_PAGE, hideOnSinglePage: true, showSizeChanger: false, size: 'small', itemRender }}
          columns={[
            { title: t('column.name'), dataIndex: 'name', width: 98, ellipsis: true },
            {
              title: t('column.type'),
              width: 78,
              render: (_value, { name }) => {
                const type = draft.columnTypes[name]
                return type ? t(`type.${type}`) : '–'
              },
            },
            {
              title: t('column.spread'),
              width: 78,
              render: (_value, { profile }) => (profile ? <Histogram bins={profile.bins} /> : null),
            },
            amount(t('column.missingRows'), ({ missing }) => missing),
            amount(t('column.distinct'), ({ distinct }) => distinct),
            amount(t('column.minimum'), ({ minimum }) => minimum),
            amount(t('column.quartile1'), ({ quartiles }) => quartiles?.[0]),
            amount(t('column.median'), ({ quartiles }) => quartiles?.[1]),
            amount(t('column.mean'), ({ mean }) => mean),
            amount(t('column.quartile3'), ({ quartiles }) => quartiles?.[2]),
            amount(t('column.maximum'), ({ maximum }) => maximum),
          ]}
        />
      </ScrollX>
    </div>
  )
}

/** Rounds to five digits, because the column's profile shows all digits. */
const short = (value: number | null | undefined) =>
  value === null || value === undefined || Number.isInteger(value) ? value : Number(value.toPrecision(5))
