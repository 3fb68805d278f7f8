import {
  contentTypeOf,
  durationText,
  FEW_ROWS,
  FOLD_ROWS,
  type Interval,
  intervalEnds,
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
import { figureOf, listed, moment, percent, type Room, scoredRowsOf } from './texts.ts'

/** One block of the page, from above to below. */
export interface Section {
  title: string
  facts?: { term: string; value: string }[]
  /** Widths are shares of the page's. */
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

export function pageOf(facts: CardFacts, language: Language, room: Room): CardPage {
  const t = sayIn(language, contentTypeOf(facts.card.input, facts.card.output))
  return {
    language,
    kind: t('kind'),
    title: facts.name,
    made: t('made', { version: VERSION, time: moment(facts.printTime) }),
    sections: [
      what(facts, t, room),
      ...(facts.card.imported
        ? [{ title: t('well.title'), lines: [t('well.imported')] }]
        : [whom(facts, t, language, room), well(facts.card, t, language)]),
      ...classes(facts.card, t, room),
      ...entities(facts.card, t, room),
      ...boxes(facts.card, t, room),
      { title: t('limits.title'), lines: limitsOf(facts, t, room) },
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
  room: Room,
): Section {
  const { columns, rounds, bestRound, imported } = card
  const trained = { start: moment(startTime ?? endTime), end: moment(endTime), task: taskName ?? '', rounds }
  return {
    title: t('what.title'),
    facts: [
      { term: t('what.predicts'), value: predicts(card, t, room) },
      ...(description ? [{ term: t('what.description'), value: description }] : []),
      ...(instruction ? [{ term: t('what.instruction'), value: instruction }] : []),
      ...(algorithmName === null ? [] : [{ term: t('what.algorithm'), value: algorithmName }]),
      {
        term: t('what.from'),
        value: t('what.columns', { count: columns.length, names: listed(columns, room.columns, t) }),
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

function predicts({ output, label, survival }: ModelCard, t: Say, room: Room): string {
  switch (output.kind) {
    case 'classes':
      return predictsClasses(label, output.classes.map(String), t, room)
    case 'number':
      return t('what.number', { label })
    case 'survival':
      return t('what.survival', { label: survival ? `${label} = ${survival.event}` : label, time: output.time })
    case 'entities':
      return t('what.entities', { label, classes: listed(output.classes, room.classes, t) })
    case 'labels':
      return t('what.labels', { label, classes: listed(output.classes, room.classes, t) })
    case 'boxes':
      return t('what.boxes', { label, classes: listed(output.classes, room.classes, t) })
    case 'clusters':
      return t('what.clusters', { count: output.clusters })
  }
}

function predictsClasses(label: string, names: string[], t: Say, room: Room): string {
  const classes = listed(names, room.classes, t)
  const positive = positiveClassOf(names)
  return positive === null ? t('what.classes', { label, classes }) : t('what.classes.two', { label, classes, positive })
}

function whom({ card, parties }: CardFacts, t: Say, language: Language, room: Room): Section {
  const [metric] = metricNames(card.metrics)
  const hasAlone = metric !== undefined && card.parties.some(({ aloneMetrics }) => aloneMetrics?.[metric] !== undefined)
  const shown = card.parties.slice(0, room.parties)
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

/** The interval of what a party gains, and whether its rows are too few to tell. */
function gainText(
  { aloneMetrics, gains }: ModelCard['parties'][number],
  rows: number | null,
  metric: string,
  t: Say,
): string {
  if (aloneMetrics?.[metric] === undefined) return '–'
  const gain = gains?.[metric]
  // Older engines reported single points.
  const ends = gain && gain.low !== gain.high ? gain : null
  const isFew = (rows !== null && rows < FEW_ROWS) || (gains && !ends)
  const lines = [
    ...(ends ? [t('range', { low: signed(ends.low, metric), high: signed(ends.high, metric) })] : []),
    ...(isFew ? [t('few')] : []),
  ]
  return lines.join('\n') || '–'
}

/** Of a share in points, as a difference of percentages is none. */
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
  if (card.scores?.rows === 0) return t('well.noScore', { fold: FOLD_ROWS })
  if (card.scoredBy === 'folds') return t('well.folds', { rows })
  return Number.isNaN(rows) ? t('well.all') : t('well.aside', { rows })
}

const SHARES = ['sensitivity', 'specificity', 'ppv', 'npv'] as const

function classes({ scores }: ModelCard, t: Say, room: Room): Section[] {
  const heads = [t('class.name'), ...SHARES.map((share) => t(`class.${share}`))]
  const lines = (scores?.classes ?? []).map((one) => [one.class, ...SHARES.map((share) => shareText(one[share], t))])
  return byKind({ title: t('class.title'), heads, lines }, t, room)
}

const FOUND = ['precision', 'recall', 'f1'] as const

function entities({ scores }: ModelCard, t: Say, room: Room): Section[] {
  const heads = [t('entity.type'), ...FOUND.map((share) => t(`entity.${share}`))]
  const lines = (scores?.entities ?? []).map((one) => [one.type, ...FOUND.map((share) => shareText(one[share], t))])
  return byKind({ title: t('entity.title'), heads, lines }, t, room)
}

const OF_BOXES = ['precision', 'recall'] as const

function boxes({ scores }: ModelCard, t: Say, room: Room): Section[] {
  const heads = [t('class.name'), t('box.ap50'), ...OF_BOXES.map((share) => t(`entity.${share}`)), t('box.counts')]
  const lines = (scores?.boxes ?? []).map((one) => [
    one.type,
    one.ap50 ? areaText(one.ap50, t) : t('class.none'),
    ...OF_BOXES.map((share) => shareText(one[share], t)),
    [one.found, one.missed, one.falseAlarms].map((count) => figureOf(count)).join(' / '),
  ])
  return byKind({ title: t('box.title'), heads, lines }, t, room)
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

/** A line for each kind of what is told, as many as there is room for. */
function byKind({ title, heads, lines }: ByKind, t: Say, room: Room): Section[] {
  if (lines.length === 0) return []
  const left = lines.length - room.classes
  return [
    {
      title,
      table: { heads, widths: heads.map(() => 100 / heads.length), rows: lines.slice(0, room.classes) },
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
