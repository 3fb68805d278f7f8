import { COMPARE_PARAMETER, type ModelDetail } from '@tessera/contract'
import { usePhrases } from '../../../lib/i18n.ts'
import { metricNames } from '../../../lib/metrics.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { AloneTogether } from '../../../ui/compare/AloneTogether.tsx'
import { EmptyState, Panel, RepeatedNote } from '../../../ui/index.ts'
import { ConfusionMatrix } from '../../../ui/scores/ConfusionMatrix.tsx'
import { ResidualsPanel } from '../../../ui/scores/Residuals.tsx'
import { ScorePanels } from '../../../ui/scores/ScorePanels.tsx'
import { ClusterProfile } from '../findings/ClusterProfile.tsx'
import { ClusterSizes } from '../findings/ClusterSizes.tsx'
import { Coefficients } from '../findings/Coefficients.tsx'
import { ColumnCurves } from '../findings/ColumnCurves.tsx'
import { Survival } from '../findings/Survival.tsx'
import { TreePanels } from '../findings/TreePanels.tsx'
import { ImportedNote } from '../import/ImportedTag.tsx'
import { phrases } from '../phrases.ts'
import { HeadlineMetric } from './HeadlineMetric.tsx'

/**
 * The training record of a model: headline metric, comparison of local and federated models, and which predictions are
 * right or wrong.
 */
export function ModelRecord({ detail: { model, card, contributors, repeatedIds = [] } }: { detail: ModelDetail }) {
  const t = usePhrases(phrases)
  const rows = useRowsWords(model.contentType).many
  if (model.isImported) {
    return (
      <Panel title={t('imported.title')}>
        <ImportedNote />
      </Panel>
    )
  }
  const headline = (
    <Panel>
      <RepeatedNote columns={repeatedIds} />
      <HeadlineMetric metrics={card?.metrics ?? model.metrics} card={card} contentType={model.contentType} />
    </Panel>
  )
  if (!card) {
    return (
      <>
        {headline}
        <EmptyState title={t('detail.noCard.title')} reason={t('detail.noCard.reason')} />
      </>
    )
  }
  const { clusters, confusion, residuals, scores, output } = card
  const isOfAllRows = card.scoredBy === 'leave-one-out'
  return (
    <>
      {headline}
      {card.parties.length > 1 && card.parties.some(({ aloneMetrics }) => aloneMetrics) && (
        <Panel title={t('compare.title')}>
          <AloneTogether
            contentType={model.contentType}
            isChosenByScores={(scores?.chosen ?? []).length > 0}
            parties={card.parties.map((party) => ({
              ...party,
              name: contributors.find(({ partyId }) => partyId === party.partyId)?.name ?? party.name ?? party.partyId,
              scoredRows: isOfAllRows
                ? metricNames(party.metrics).length > 0
                  ? party.rows
                  : 0
                : Number(party.validationRows) || null,
              aloneMetrics: party.aloneMetrics ?? null,
              gains: party.gains ?? null,
            }))}
          />
        </Panel>
      )}
      {card.parties.length > 1 && card.parameters?.[COMPARE_PARAMETER] === false && (
        <Panel title={t('compare.title')}>
          <p className="t-soft">{t('compare.none')}</p>
        </Panel>
      )}
      <Coefficients card={card} />
      <ColumnCurves card={card} />
      <TreePanels card={card} />
      {card.survival && <Survival survival={card.survival} />}
      {clusters && (
        <Panel title={t('clusters.title')}>
          <ClusterSizes {...clusters} />
        </Panel>
      )}
      {clusters?.profile && (
        <Panel title={t('profile.title')}>
          <ClusterProfile profile={clusters.profile} clusters={clusters.sizes.length} />
        </Panel>
      )}
      {confusion && scores?.rows !== 0 && (
        <Panel title={t('confusion.title')}>
          <ConfusionMatrix
            classes={output.kind === 'classes' ? output.classes : confusion.map((_row, at) => at)}
            counts={confusion}
            note={t(isOfAllRows ? 'confusion.noteAll' : 'confusion.note', { rows })}
          />
        </Panel>
      )}
      {residuals && scores?.rows !== 0 && (
        <ResidualsPanel
          label={card.label}
          contentType={model.contentType}
          residuals={residuals}
          isOfAllRows={isOfAllRows}
        />
      )}
      {scores && <ScorePanels contentType={model.contentType} scores={scores} isOfAllRows={isOfAllRows} />}
    </>
  )
}
