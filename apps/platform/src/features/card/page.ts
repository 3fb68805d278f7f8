import {
  contentTypeOf,
  durationText,
  FEW_ROWS,
  GROUPED_FROM,
  type Interval,
  intervalEnds,
  isLowerBetter,
  isShare,
  type Language,
  type ModelCard,
  metricName,
  metricNames,
  positiveClassOf,
  type Share,
} from '@tessera/contract'
import { VERSION } from '@tessera/server'
import { limitsOf } from './limits.ts'
import { type Say, sayIn } from './phrases.ts'
import type { CardFacts } from './read-facts.ts'
import { figureOf, listed, moment, type PageLimits, percent, scoredRowsOf } from './texts.ts'

/** A block of the page. Blocks are drawn from top to bottom. */
export interface Section {
  title: string
  facts?: { term: string; value: string }[]
  /** A table. Widths are percentages of the page's width. */
  table?: { heads: string[]; widths: number[]; rows: string[][] }
  lines?: string[]
}

export interface CardPage {
  language: Language
  kind: string
  title: string
  made: string
  sections: Section[]
}

export function pageOf(facts: CardFacts, language: Language, limits: PageLimits): CardPage {
  const t = sayIn(language, contentTypeOf(facts.card.input, facts.card.output))
  return {
    language,
    kind: t('kind'),
    title: facts.name,
    made: t('made', { version: VERSION, time: moment(facts.printTime) }),
    sections: [
      what(facts, t, limits),
      ...(facts.card.imported
        ? [{ title: t('well.title'), lines: [t('well.imported')] }]
        : [whom(facts, t, language, limits), well(facts.card, t, language)]),
      ...classes(facts.card, t, limits),
      ...entities(facts.card, t, limits),
      ...boxes(facts.card, t, limits),
      { title: t('limits.title'), lines: limitsOf(facts, t, limits) },
      marks(facts, t),
    ],
  }
}

function what(
  {
    card,
    importedBy,
    algorithmName,
    taskName,
    description,
    instruction,
    startTime,
    endTime,
    elapsedMs,
    ending,
  }: CardFacts,
  t: Say,
  limits: PageLimits,
): Section {
  const { columns, rounds, bestRound, imported } = card
  const trained = { start: moment(startTime ?? endTime), end: moment(endTime), task: taskName ?? '', rounds }
  return {
    title: t('what.title'),
    facts: [
      { term: t('what.predicts'), value: predicts(card, t, limits) },
      ...(description ? [{ term: t('what.description'), value: description }] : []),
      ...(instruction ? [{ term: t('what.instruction'), value: instruction }] : []),
      ...(algorithmName === null ? [] : [{ term: t('what.algorithm'), value: algorithmName }]),
      {
        term: t('what.from'),
        value: t('what.columns', { count: columns.length, names: listed(columns, limits.columns, t) }),
      },
      {
        term: t('what.trained'),
        value: imported
          ? t('what.imported', { party: importedBy ?? '', time: moment(endTime), file: imported.fileName })
          : bestRound
            ? t('what.trained.best', { ...trained, best: bestRound })
            : t('what.trained.value', trained),
      },
      ...(elapsedMs === null ? [] : [{ term: t('what.duration'), value: durationText(elapsedMs) }]),
      ...(ending ? [{ term: t('what.ended'), value: t('what.ended.early', ending) }] : []),
    ],
  }
}

function predicts({ output, label, survival }: ModelCard, t: Say, limits: PageLimits): string {
  switch (output.kind) {
    case 'classes':
      return predictsClasses(label, output.classes.map(String), t, limits)
    case 'number':
      return t('what.number', { label })
    case 'survival':
      return t('what.survival', { label: survival ? `${label} = ${survival.event}` : label, time: output.time })
    case 'entities':
      return t('what.entities', { label, classes: listed(output.classes, limits.classes, t) })
    case 'labels':
      return t('what.labels', { label, classes: listed(output.classes, limits.classes, t) })
    case 'boxes':
      return t('what.boxes', { label, classes: listed(output.classes, limits.classes, t) })
    case 'clusters':
      return t('what.clusters', { count: output.clusters })
  }
}

function predictsClasses(label: string, names: string[], t: Say, limits: PageLimits): string {
  const classes = listed(names, limits.classes, t)
  const positive = positiveClassOf(names)
  return positive === null ? t('what.classes', { label, classes }) : t('what.classes.two', { label, classes, positive })
}

function whom({ card, parties }: CardFacts, t: Say, language: Language, limits: PageLimits): Section {
  const [metric] = metricNames(card.metrics)
  const hasAlone = metric !== undefined && card.parties.some(({ aloneMetrics }) => aloneMetrics?.[metric] !== undefined)
  const shown = card.parties.slice(0, limits.parties)
  const left = card.parties.length - shown.length
  const rows = shown.map((party, place) => {
    const { name = '', tickets = [] } = parties[place] ?? {}
    return [
      name,
      figureOf(party.rows),
      figureOf(scoredRowsOf(card, party)),
      metric === undefined ? '–' : figureOf(party.metrics[metric], metric),
      ...(hasAlone && metric !== undefined
        ? [figureOf(party.aloneMetrics?.[metric], metric), gainText(party, scoredRowsOf(card, party), metric, t)]
        : []),
      tickets.join(', ') || '–',
    ]
  })
  return {
    title: t('whom.title', { rows: card.parties.reduce((sum, party) => sum + party.rows, 0), parties: parties.length }),
    table: {
      heads: [
        t('whom.party'),
        t('whom.rows'),
        t('whom.scored'),
        metric === undefined ? '' : t('whom.together', { metric: metricName(metric, language) }),
        ...(hasAlone ? [t('whom.alone'), t(isShare(metric) ? 'whom.points' : 'whom.gain')] : []),
        t('whom.tickets'),
      ],
      widths: hasAlone ? [22, 11, 10, 15, 13, 15, 14] : [34, 14, 14, 20, 18],
      rows,
    },
    ...(left > 0 ? { lines: [t('more', { count: left })] } : {}),
  }
}

/** Returns the confidence interval of a party's gain, and whether the party has too few rows to estimate it. */
function gainText(
  { aloneMetrics, gains }: ModelCard['parties'][number],
  rows: number | null,
  metric: string,
  t: Say,
): string {
  if (aloneMetrics?.[metric] === undefined) return '–'
  const gain = gains?.[metric]
  // The engine reports the score of this model minus that of local training. On the page, as in the console, a value
  // above 0 means better for every metric.
  const turned = gain && isLowerBetter(metric) ? { low: -gain.high, high: -gain.low } : gain
  const ends = turned && turned.low !== turned.high ? turned : null
  const isFew = (rows !== null && rows < FEW_ROWS) || (gains && !ends)
  const lines = [
    ...(ends ? [t('range', { low: signed(ends.low, metric), high: signed(ends.high, metric) })] : []),
    ...(isFew ? [t('few')] : []),
  ]
  return lines.join('\n') || '–'
}

/** Formats a difference of shares in percentage points, because a difference of percentages is not a percentage. */
const signed = (value: number, metric: string) =>
  `${value > 0 ? '+' : ''}${isShare(metric) ? (value * 100).toFixed(2) : figureOf(value)}`.replace('-', '−')

function well(card: ModelCard, t: Say, language: Language): Section {
  const { metrics, scores, output } = card
  const names = metricNames(metrics)
  const rows = names.map((name) => {
    const found = scores?.metrics[name]
    const ends = found && intervalEnds(name, found)
    const interval = ends ? t('range', { low: figureOf(ends.low, name), high: figureOf(ends.high, name) }) : t('few')
    return [
      metricName(name, language),
      figureOf(found?.value ?? metrics[name], name),
      found ? interval : '–',
      figureOf(found?.rows),
    ]
  })
  const heads = (['score', 'value', 'interval', 'rows'] as const).map((head) => t(`well.${head}`))
  return {
    title: t('well.title'),
    lines: [output.kind === 'clusters' ? t('well.none') : scoredOn(card, t)],
    table: { heads, widths: [34, 20, 30, 16], rows },
  }
}

function scoredOn(card: ModelCard, t: Say): string {
  const rows = card.parties.map((party) => scoredRowsOf(card, party) ?? Number.NaN).reduce((sum, one) => sum + one, 0)
  if (card.scores?.rows === 0) return t('well.noScore', { least: GROUPED_FROM })
  if (card.scoredBy === 'leave-one-out') return t('well.leave-one-out', { rows })
  return Number.isNaN(rows) ? t('well.all') : t('well.aside', { rows })
}

const SHARES = ['sensitivity', 'specificity', 'ppv', 'npv'] as const

function classes({ scores }: ModelCard, t: Say, limits: PageLimits): Section[] {
  const heads = [t('class.name'), ...SHARES.map((share) => t(`class.${share}`))]
  const lines = (scores?.classes ?? []).map((one) => [one.class, ...SHARES.map((share) => shareText(one[share], t))])
  return byKind({ title: t('class.title'), heads, lines }, t, limits)
}

const FOUND = ['precision', 'recall', 'f1'] as const

function entities({ scores }: ModelCard, t: Say, limits: PageLimits): Section[] {
  const heads = [t('entity.type'), ...FOUND.map((share) => t(`entity.${share}`))]
  const lines = (scores?.entities ?? []).map((one) => [one.type, ...FOUND.map((share) => shareText(one[share], t))])
  return byKind({ title: t('entity.title'), heads, lines }, t, limits)
}

const OF_BOXES = ['precision', 'recall'] as const

function boxes({ scores }: ModelCard, t: Say, limits: PageLimits): Section[] {
  const heads = [t('class.name'), t('box.ap50'), ...OF_BOXES.map((share) => t(`entity.${share}`)), t('box.counts')]
  const lines = (scores?.boxes ?? []).map((one) => [
    one.type,
    one.ap50 ? areaText(one.ap50, t) : t('class.none'),
    ...OF_BOXES.map((share) => shareText(one[share], t)),
    [one.found, one.missed, one.falseAlarms].map((count) => figureOf(count)).join(' / '),
  ])
  return byKind({ title: t('box.title'), heads, lines }, t, limits)
}

function areaText(area: Interval, t: Say): string {
  const ends = intervalEnds('map50', area)
  const interval = ends ? t('range', { low: percent(ends.low), high: percent(ends.high) }) : t('box.few')
  return `${percent(area.value)}\n${interval}`
}

interface ByKind {
  title: string
  heads: string[]
  lines: string[][]
}

/** Returns a table with one line per class, up to the available space. */
function byKind({ title, heads, lines }: ByKind, t: Say, limits: PageLimits): Section[] {
  if (lines.length === 0) return []
  const left = lines.length - limits.classes
  return [
    {
      title,
      table: { heads, widths: heads.map(() => 100 / heads.length), rows: lines.slice(0, limits.classes) },
      ...(left > 0 ? { lines: [t('more', { count: left })] } : {}),
    },
  ]
}

function shareText(share: Share | null, t: Say): string {
  if (!share) return t('class.none')
  const { count, rows, value, low, high } = share
  const first = t(rows < FEW_ROWS ? 'class.few' : 'class.share', { percent: percent(value), count, rows })
  return `${first}\n${t('range', { low: percent(low), high: percent(high) })}`
}

function marks({ card, planHash, fileHash, runId }: CardFacts, t: Say): Section {
  if (card.imported) {
    return {
      title: t('marks.title'),
      facts: [
        { term: t('marks.file'), value: fileHash },
        { term: t('marks.uploaded'), value: card.imported.sha256 },
      ],
    }
  }
  return {
    title: t('marks.title'),
    facts: [
      { term: t('marks.code'), value: card.codeHash },
      { term: t('marks.plan'), value: planHash ?? t('marks.unknown') },
      { term: t('marks.file'), value: fileHash },
      { term: t('marks.run'), value: runId },
    ],
    lines: [t('marks.note')],
  }
}
