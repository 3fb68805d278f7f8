import { areOfLabels, type ContentType, type Scores, SHOWN_SCORE } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { Panel } from '../Panel.tsx'
import { BoxCurves } from './BoxCurves.tsx'
import { BoxTable } from './BoxTable.tsx'
import { ClassTable } from './ClassTable.tsx'
import { EntityTable } from './EntityTable.tsx'
import { phrases } from './phrases.ts'
import { ScoreTable } from './ScoreTable.tsx'
import { Thresholds } from './Thresholds.tsx'

interface Props {
  scores: Scores
  contentType?: ContentType | null | undefined
  /** Whether all rows are scored, not only the validation rows. */
  isOfAllRows?: boolean | undefined
}

/** The scores of a model with their uncertainty: overall, per class and for all thresholds. */
export function ScorePanels({ scores, contentType, isOfAllRows = false }: Props) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(contentType)
  const { classes = [], curves = [], entities = [], boxes = [] } = scores
  if (scores.rows === 0) return null
  const of = areOfLabels(scores) ? 'label' : 'class'
  return (
    <>
      <Panel title={t('scores.title')}>
        <ScoreTable scores={scores} rows={rows.many} />
      </Panel>
      {classes.length > 0 && (
        <Panel title={t(of === 'class' ? 'classes.title' : 'labels.title')}>
          <ClassTable classes={classes} of={of} rows={rows.many} isOfAllRows={isOfAllRows} />
        </Panel>
      )}
      {entities.length > 0 && (
        <Panel title={t('entities.title')}>
          <p className="t-soft">{t('entities.note')}</p>
          <EntityTable entities={entities} />
        </Panel>
      )}
      {boxes.length > 0 && (
        <Panel title={t('boxes.title')}>
          <p className="t-soft">{t('boxes.note', { score: SHOWN_SCORE })}</p>
          <BoxTable boxes={boxes} />
          <BoxCurves boxes={boxes} />
        </Panel>
      )}
      {curves.some(({ auc }) => auc) && (
        <Panel title={t('threshold.title')}>
          <Thresholds curves={curves} of={of} words={rows} />
        </Panel>
      )}
    </>
  )
}
