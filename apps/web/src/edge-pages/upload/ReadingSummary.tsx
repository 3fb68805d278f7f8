import { type DatasetDraft, dataKindOf, type ReadingNote, type ReadingReport } from '@tessera/contract'
import { Alert } from 'antd'
import { KindTag } from '../../kinds/KindTag.tsx'
import { useKindText } from '../../kinds/use-kind-text.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Facts, StatusTag } from '../../ui/index.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { OtherEncoding, OtherWays } from './OtherWays.tsx'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'
import { useNoteText } from './use-note-text.ts'

const DOUBTFUL = 'encoding-doubtful'

/** The result of reading the archive. Everything that was left out is listed with its position in the file. */
export function ReadingSummary({ draft }: { draft: DatasetDraft }) {
  const t = usePhrases(uploadPhrases)
  const textOf = useKindText()
  const format = useFormat()
  const noteText = useNoteText()
  const { contentType, report } = draft
  // The list includes lines that are not rows, such as an edge, or the label of a missing picture.
  const rowsLeftOut = report.rowsRead - draft.rowCount
  const rejected = report.rejected.reduce((sum, { count }) => sum + count, 0)
  const ofFile = report.notes.filter(isOfFile)
  const doubt = ofFile.find(({ name }) => name === DOUBTFUL)
  const other = ofFile.find(({ name, ways }) => name === 'encoding' && ways)
  const header = ofFile.find(({ name }) => name === 'no-header')
  return (
    <div className={`t-stack ${styles.summary}`}>
      <Facts
        items={[
          {
            term: t('report.kind'),
            value: <KindTag kind={contentType} />,
          },
          { term: textOf(contentType, 'rowsRead'), value: format.number(report.rowsRead) },
          { term: t('report.kept'), value: format.number(draft.rowCount) },
          {
            term: t('report.rejected'),
            value: <StatusTag tone={rowsLeftOut > 0 ? 'warning' : 'success'} text={format.number(rowsLeftOut)} />,
          },
          {
            term: t('report.columns'),
            value: dataKindOf(contentType).profilesColumns ? format.number(draft.columns.length) : null,
          },
          { term: t('report.size'), value: format.size(draft.sizeBytes) },
          ...ofFile
            .filter(({ name }) => name !== DOUBTFUL && name !== 'no-header')
            .map((note) => ({ term: t(`note.${note.name}`), value: noteText(note) })),
        ]}
      />
      {doubt && (
        <Alert
          type="warning"
          showIcon
          title={t('note.encoding-doubtful')}
          description={<OtherEncoding draft={draft} note={doubt} />}
        />
      )}
      {other && <OtherEncoding draft={draft} note={other} />}
      {header && (
        <Alert
          type="warning"
          showIcon
          title={noteText(header)}
          description={<OtherWays draft={draft} note={header} />}
        />
      )}
      {rejected > 0 && <Rejected rejected={report.rejected} />}
      {report.unread && <Unread unread={report.unread} />}
      <ColumnNotes draft={draft} notes={report.notes.filter((note) => !isOfFile(note))} />
      {report.renamed.length > 0 && <Renamed renamed={report.renamed} />}
    </div>
  )
}

const isOfFile = ({ column }: ReadingReport['notes'][number]) => column === undefined

/** Describes how values of single columns were read, if that may surprise the user. */
function ColumnNotes({ draft, notes }: { draft: DatasetDraft; notes: ReadingNote[] }) {
  const t = usePhrases(uploadPhrases)
  const noteText = useNoteText()
  if (notes.length === 0) return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('report.values')}
      description={
        <ul style={{ listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}>
          {notes.map((note) => (
            <li key={`${note.name} ${note.column}`}>
              {noteText(note)}
              <OtherWays draft={draft} note={note} />
            </li>
          ))}
        </ul>
      }
    />
  )
}

function Rejected({ rejected }: Pick<ReadingReport, 'rejected'>) {
  const t = usePhrases(uploadPhrases)
  const format = useFormat()
  const place = ({ file, line, entry }: ReadingReport['rejected'][number]['examples'][number]) =>
    entry !== undefined
      ? t('report.place.entry', { file, entry })
      : line === null
        ? file
        : t('report.place', { file, line })
  return (
    <Alert
      type="warning"
      showIcon
      title={t('report.rejected.title')}
      description={
        <ScrollX>
          <table className="t-table" style={{ whiteSpace: 'normal' }}>
            <thead>
              <tr>
                <th scope="col">{t('report.reason')}</th>
                <th scope="col">{t('report.count')}</th>
                <th scope="col">{t('report.first')}</th>
              </tr>
            </thead>
            <tbody>
              {rejected.map(({ reason, count, examples }) => (
                <tr key={reason}>
                  <th scope="row">{t(`reason.${reason}`)}</th>
                  <td>{format.number(count)}</td>
                  <td style={{ whiteSpace: 'normal' }}>{examples.map(place).join(t('report.and'))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
      }
    />
  )
}

function Unread({ unread: { count, names } }: { unread: NonNullable<ReadingReport['unread']> }) {
  const t = usePhrases(uploadPhrases)
  const more = count - names.length
  return (
    <Alert
      type="warning"
      showIcon
      title={t('report.unread')}
      description={[...names, ...(more > 0 ? [t('report.unread.more', { count: more })] : [])].join(t('report.and'))}
    />
  )
}

const SHOWN = 20

function Renamed({ renamed }: Pick<ReadingReport, 'renamed'>) {
  const t = usePhrases(uploadPhrases)
  return (
    <Alert
      type="info"
      showIcon
      title={t('report.renamed', { count: renamed.length })}
      description={
        <ul style={{ listStyle: 'none', maxHeight: 160, overflowY: 'auto' }}>
          {renamed.slice(0, SHOWN).map(({ position, from, to }) => (
            <li key={position}>{t(from ? 'report.renamed.one' : 'report.renamed.nameless', { position, from, to })}</li>
          ))}
          {renamed.length > SHOWN && <li>{t('report.renamed.more', { count: renamed.length - SHOWN })}</li>}
        </ul>
      }
    />
  )
}
