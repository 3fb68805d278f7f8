import { type BoxScores, intervalEnds } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { MIN_ERROR } from '../../lib/metrics.ts'
import { KindsTable } from './KindsTable.tsx'
import { phrases } from './phrases.ts'
import { ShareText } from './ShareText.tsx'

/** The figures of a class in a table of boxes. `ap50` is optional. */
export type BoxLine = Pick<BoxScores, 'type' | 'precision' | 'recall' | 'found' | 'missed' | 'falseAlarms'> &
  Partial<Pick<BoxScores, 'ap50'>>

const COUNTS = ['found', 'missed', 'falseAlarms'] as const

/** The detection scores of each class, with the counts of found, missed and false boxes. */
export function BoxTable({ boxes }: { boxes: BoxLine[] }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const hasArea = boxes.some(({ ap50 }) => ap50 !== undefined)
  return (
    <KindsTable
      head={t('class')}
      names={[
        ...(hasArea ? [t('boxes.ap50')] : []),
        t('precision'),
        t('recall'),
        ...COUNTS.map((count) => t(`boxes.${count}`)),
      ]}
      helps={[
        ...(hasArea ? [t('help.ap50')] : []),
        ...(['precision', 'recall', 'found', 'missed', 'falseAlarms'] as const).map((count) => t(`help.${count}`)),
      ]}
      rows={boxes.map((line) => ({
        name: line.type,
        cells: [
          ...(hasArea ? [<Area key="ap50" area={line.ap50 ?? null} />] : []),
          <ShareText key="precision" share={line.precision} />,
          <ShareText key="recall" share={line.recall} />,
          ...COUNTS.map((count) => line[count]).map((count) =>
            count === null ? t('boxes.few') : format.number(count),
          ),
        ],
      }))}
    />
  )
}

function Area({ area }: { area: BoxScores['ap50'] }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  if (!area) return <span className="t-soft">{t('share.none')}</span>
  const ends = intervalEnds('map50', area)
  return (
    <>
      <strong>{format.percent(area.value)}</strong>
      <div className="t-soft">
        {ends
          ? t('interval.value', { low: format.percent(ends.low), high: format.percent(ends.high) })
          : t('boxes.fewToTell')}
      </div>
      {area.error >= MIN_ERROR && (
        <div className="t-soft scores-error">{t('auc.error', { error: format.percent(area.error) })}</div>
      )}
    </>
  )
}
