import type { Model, ModelCard, ModelDetail, ParameterTexts, Regression, RunEnding } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { type Translate, usePhrases } from '../../../lib/i18n.ts'
import { useParameterWords } from '../../../lib/parameter-words.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink, Facts, PartyTile, StatusTag } from '../../../ui/index.ts'
import { useFilledColumns } from '../findings/use-filled.ts'
import styles from '../model.module.css'
import { phrases } from '../phrases.ts'
import { Chips, Hash, Part } from './PassportParts.tsx'

interface Props {
  model: Model
  card: ModelCard
  /** The parties that contributed rows, named in the user's language. */
  contributors: ModelDetail['contributors']
  elapsedMs: number | null
  ending: RunEnding | null
  /** The algorithm's name in the user's language, if known. */
  algorithmName: string | null
  parameterTexts: ParameterTexts[] | undefined
  /** Hash of the code that the pool offers now. Null while it is unknown. */
  poolCodeHash: string | null
}

/** The model's passport, which states its provenance: code, data, parties and settings. */
export function Passport({
  model,
  card,
  contributors,
  elapsedMs,
  ending,
  algorithmName,
  parameterTexts,
  poolCodeHash,
}: Props) {
  const t = usePhrases(phrases)
  const filled = useFilledColumns(card)
  const format = useFormat()
  const nameOf = (id: string) => contributors.find(({ partyId }) => partyId === id)?.name ?? id
  const parameters = useParameterWords(parameterTexts)
  const { rounds, bestRound, bytesUp, bytesDown, regression } = card
  return (
    <div className={styles.passport}>
      <Facts
        items={[
          {
            term: t('passport.algorithm'),
            value: model.algorithmId && (
              <AppLink to={paths.algorithm(model.algorithmId)}>{algorithmName ?? card.algorithm}</AppLink>
            ),
          },
          {
            term: t('passport.task'),
            value: model.taskId && <AppLink to={paths.task(model.taskId)}>{t('passport.task.open')}</AppLink>,
          },
          {
            term: t('passport.start'),
            value: card.start && (
              <AppLink to={paths.model(card.start.modelId, { from: 'pool' })}>{card.start.model}</AppLink>
            ),
          },
          {
            term: t('passport.rounds'),
            value: bestRound
              ? t(card.scores?.chosen?.includes('round') ? 'passport.chosen' : 'passport.best', {
                  rounds,
                  best: bestRound,
                })
              : format.number(rounds),
          },
          {
            term: t('passport.seconds'),
            value: elapsedMs === null ? null : format.duration(elapsedMs),
          },
          {
            term: t('passport.ending'),
            value: ending && t('passport.early', { party: nameOf(ending.partyId), rounds }),
          },
          {
            term: t('passport.traffic'),
            value:
              bytesUp === undefined || bytesDown === undefined
                ? null
                : t('passport.trafficText', { up: format.size(bytesUp), down: format.size(bytesDown) }),
          },
          { term: t('passport.fit'), value: regression ? fitOf(regression, t) : null },
          { term: t('passport.updated'), value: format.dateTime(model.updateTime) },
        ]}
      />
      <Part title={t('passport.code')}>
        <Hash text={card.codeHash} />
        {poolCodeHash && <CodeStatus isSame={poolCodeHash === card.codeHash} />}
      </Part>
      <Part title={t('passport.parties')}>
        <span className="t-row">
          {contributors.map(({ partyId, name }) => (
            <span key={partyId} className="t-row" style={{ gap: 6 }}>
              <PartyTile partyId={partyId} size={20} />
              {name}
            </span>
          ))}
        </span>
      </Part>
      {card.label && (
        <Part title={t('passport.label')}>
          <Chips values={[card.output.kind === 'boxes' ? t('passport.boxes') : card.label]} />
        </Part>
      )}
      <Part title={t('passport.columns')}>
        <Chips values={card.input?.kind === 'pictures' ? [t('passport.pictures')] : card.columns} />
        {filled.map((text) => (
          <p key={text} className="t-soft">
            {text}
          </p>
        ))}
      </Part>
      <Part title={t('passport.parameters')}>
        <Chips
          values={Object.entries(card.parameters ?? {}).map(([name, value]) =>
            t('passport.parameter', { name: parameters.name(name), value: parameters.value(name, value) }),
          )}
        />
      </Part>
    </div>
  )
}

function fitOf({ rows, ridge }: Regression, t: Translate<keyof typeof phrases.en>): string {
  return ridge > 0 ? t('passport.fitText', { rows, ridge: String(ridge) }) : t('passport.fitPlain', { rows })
}

function CodeStatus({ isSame }: { isSame: boolean }) {
  const t = usePhrases(phrases)
  return (
    <div className={styles.codeStatus} style={{ marginTop: 4 }}>
      <StatusTag tone={isSame ? 'success' : 'warning'} text={t(isSame ? 'passport.same' : 'passport.changed')} />
    </div>
  )
}
