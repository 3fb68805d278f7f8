import { DownloadOutlined } from '@ant-design/icons'
import type { ContentType, Run, RunEvent } from '@tessera/contract'
import { Button, Grid, Select, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { saveAs } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel, SearchBox, StatusTag, usePageNames, wideTable } from '../../ui/index.ts'
import { useLogLines } from './EventLog.tsx'
import { type Level, type LogLine, logCsv, matching, SERVER } from './log-lines.ts'
import { runPhrases } from './phrases.ts'
import { rowUseOf } from './run-state.ts'

const TONES = { info: 'neutral', warning: 'waiting', error: 'error' } as const
const WIDE = wideTable(640)
const LEVELS: readonly Level[] = ['info', 'warning', 'error']

interface Props {
  run: Run
  events: RunEvent[]
  /** The kind of the task's data, if known. */
  contentType: ContentType | null | undefined
  chooser: ReactNode
}

/** All lines of a run's log, filtered by source, level and text, with a download of the filtered lines. */
export function RunLog({ run, events, contentType, chooser }: Props) {
  const t = usePhrases(runPhrases)
  const format = useFormat()
  const itemRender = usePageNames()
  const { md: isWide = false } = Grid.useBreakpoint()
  const [from, setFrom] = useState('')
  const [level, setLevel] = useState('')
  const [search, setSearch] = useState('')
  const nameOf = (partyId: string) => run.parties.find((party) => party.partyId === partyId)?.partyName ?? partyId
  const all = useLogLines({ run, events, rowUse: rowUseOf({ run, events }), contentType, nameOf })
  const lines = matching(all, { from, level, search })
  const sourceOf = (line: Pick<LogLine, 'from'>) => (line.from === SERVER ? t('log.from.server') : nameOf(line.from))
  const save = () => {
    const heads = [t('log.time'), t('log.from'), t('log.level'), t('log.text')]
    const text = logCsv(lines, heads, (line) => [sourceOf(line), t(`log.level.${line.level}`)])
    saveAs(new Blob([text], { type: 'text/csv' }), `run-${run.id}.csv`)
  }
  const tagOf = ({ level: how }: LogLine) => <StatusTag tone={TONES[how]} text={t(`log.level.${how}`)} />
  const asTable: TableColumnsType<LogLine> = [
    { title: t('log.time'), width: 210, render: (_value, { time }) => format.moment(time) },
    { title: t('log.text'), dataIndex: 'text' },
    { title: t('log.from'), width: 140, render: (_value, line) => sourceOf(line) },
    { title: t('log.level'), width: 110, render: (_value, line) => tagOf(line) },
  ]
  // Uses a single column on a phone, where a table would push the message out of view.
  const asList: TableColumnsType<LogLine> = [
    {
      title: t('log.text'),
      render: (_value, line) => (
        <>
          <p>{line.text}</p>
          <p className="t-row t-soft">
            <span className="t-num">{format.moment(line.time)}</span> {sourceOf(line)}{' '}
            {line.level !== 'info' && tagOf(line)}
          </p>
        </>
      ),
    },
  ]
  return (
    <Panel
      title={format.dateTime(run.startTime ?? new Date(events[0]?.time ?? Date.now()))}
      extra={
        <Button icon={<DownloadOutlined aria-hidden="true" />} disabled={lines.length === 0} onClick={save}>
          {t('log.download')}
        </Button>
      }
    >
      <div className="t-toolbar">
        {chooser}
        <Select
          aria-label={t('log.from')}
          value={from}
          onChange={setFrom}
          options={[
            { value: '', label: t('log.from.all') },
            { value: SERVER, label: t('log.from.server') },
            ...run.parties.map(({ partyId, partyName }) => ({ value: partyId, label: partyName })),
          ]}
        />
        <Select
          aria-label={t('log.level')}
          value={level}
          onChange={setLevel}
          options={['', ...LEVELS].map((value) => ({
            value,
            label: t(value === '' ? 'log.level.all' : `log.level.${value as Level}`),
          }))}
        />
        <SearchBox value={search} label={t('log.search')} onSearch={setSearch} />
      </div>
      <Table<LogLine>
        size="small"
        rowKey="seq"
        dataSource={lines}
        pagination={{ pageSize: 50, hideOnSinglePage: true, itemRender }}
        locale={{ emptyText: t(all.length === 0 ? 'log.none' : 'log.none.found') }}
        {...(isWide ? { components: WIDE, columns: asTable } : { columns: asList })}
      />
    </Panel>
  )
}
