import {
  AppError,
  classNameOf,
  fail,
  type LabelNames,
  MAX_CLASSES,
  MAX_CLASSES_GUESSED,
  MAX_COUNT,
  type NamesWanted,
  type PartyNames,
  type Plan,
  type PlanColumn,
} from '@tessera/contract'

/**
 * The result of merging what parties confirmed: the plan's fields for data and label, the parties that still have to
 * confirm, or the reason why these confirmations allow no plan.
 */
export type Agreement =
  | { kind: 'agreed'; names: Pick<Plan, 'data' | 'target' | 'ownTables'> }
  | { kind: 'waiting'; partyIds: string[] }
  /**
   * A reason why there is no plan. It contains the names if they are agreed, but the start model does not fit them or a
   * parameter was withdrawn.
   */
  | { kind: 'fault'; error: AppError; names?: Pick<Plan, 'data' | 'target'> }

/**
 * Merges what the parties confirmed. `coded` are the label's classes in the order of their agreed codes, or empty if no
 * codes were agreed. Each coded class keeps its place, even if no party has rows of it. Of two classes, the `positive`
 * one comes last.
 */
export function agreeNames(
  wanted: NamesWanted,
  confirmed: readonly PartyNames[],
  coded: readonly string[],
  positive?: string,
): Agreement {
  try {
    const data = agreeData(wanted, confirmed)
    return { kind: 'agreed', names: { data, target: agreeTarget(wanted, confirmed, coded, positive) } }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'fault', error }
    throw error
  }
}

/**
 * Merges the columns of all parties. Texts, tokens and pictures consist of a single column, with no other column beside
 * it. The nodes of a graph have numeric columns only.
 */
function agreeData({ columns }: NamesWanted, confirmed: readonly PartyNames[]): Plan['data'] {
  const all = confirmed.flatMap((names) => names.columns)
  const whole = all.find(({ kind }) => kind === 'texts' || kind === 'tokens' || kind === 'pictures')
  if (!whole && columns.length === 0) fail('task.columns-none')
  if (all.some(({ kind }) => kind === 'links')) return agreeGraph(columns, confirmed)
  if (!whole) return { kind: 'table', columns: columns.map((name) => agreeColumn(name, confirmed)) }
  const { name: column, kind } = whole
  if (columns.length > 1 || all.some((one) => one.kind !== kind)) fail('data.type-mismatch', { column })
  return { kind, column } as Extract<Plan['data'], { column: string }>
}

function agreeGraph(wanted: string[], confirmed: readonly PartyNames[]): Plan['data'] {
  const other = confirmed.find(({ columns }) => !columns.some(({ kind }) => kind === 'links'))
  if (other) fail('data.type-mismatch', { column: other.columns[0]?.name ?? '' })
  const columns = wanted.map((name) => agreeColumn(name, confirmed))
  const text = columns.find(({ kind }) => kind !== 'number')
  if (text) fail('task.graph-text', { column: text.name })
  return { kind: 'graph', columns }
}

/** Returns the merged column. A column without any value at any party counts as a number. */
function agreeColumn(name: string, confirmed: readonly PartyNames[]): PlanColumn {
  const reported = confirmed.flatMap(({ columns }) => columns.find((column) => column.name === name) ?? [])
  const named = reported.filter((column) => column.kind === 'categories')
  if (named.length === 0) return { name, kind: 'number' }
  if (reported.some(({ kind }) => kind === 'number')) fail('data.type-mismatch', { column: name })
  return { name, kind: 'categories', categories: distinct(named.flatMap(({ categories }) => categories)).toSorted() }
}

function agreeTarget(
  { label: column, targets, time, event }: NamesWanted,
  confirmed: readonly PartyNames[],
  coded: readonly string[],
  positive: string | undefined,
): Plan['target'] {
  const labels = confirmed.flatMap(({ label }) => label ?? [])
  if (column === null) return null
  if (labels.length === 0) fail('data.label-one-class', { column })
  const kinds = new Set(labels.map(({ kind }) => kind))
  if (kinds.size > 1) fail(kinds.has('labels') ? 'data.labels-mixed' : 'data.type-mismatch', { column })
  if (targets.includes('count')) return agreeCount(column, labels)
  if (targets.includes('entities')) return { kind: 'entities', column, classes: agreeKinds('entities', column, labels) }
  if (targets.includes('boxes')) return { kind: 'boxes', column, classes: agreeKinds('boxes', column, labels) }
  if (labels[0]?.kind === 'labels') return agreeLabels(column, labels, coded)
  if (isNumber(targets, labels, coded)) return { kind: 'number', column }

  if (labels.some(({ classes }) => classes === null)) tooMany(column)
  const integral = labels.every((label) => label.integral)
  if (targets.includes('event') && time !== undefined) {
    const values = distinct(labels.flatMap((label) => label.classes ?? []))
    return { kind: 'event', time, column, classes: eventAmong(values, { column, event, integral }), integral }
  }
  const classes = orderClasses(distinct(labels.flatMap((label) => label.classes ?? [])), coded, { column, integral })
  if (classes.length > MAX_CLASSES) tooMany(column)
  if (classes.length < 2) fail('data.label-one-class', { column })
  return { kind: 'classes', column, classes: withPositiveLast(classes, { column, positive }), integral }
}

/** Puts the positive class last. If there are more than two classes, none of them is positive. */
function withPositiveLast(classes: string[], { column, positive }: { column: string; positive: string | undefined }) {
  if (positive === undefined || classes.length !== 2) return classes
  if (!classes.includes(positive)) fail('task.positive-unknown', { column, positive, classes: classes.join(', ') })
  return [...classes.filter((name) => name !== positive), positive]
}

/**
 * Returns the two values, the event last. If the values are whole numbers, the larger one is the event unless another
 * is chosen.
 */
function eventAmong(
  values: string[],
  { column, event, integral }: { column: string; event: string | undefined; integral: boolean },
): [string, string] {
  const [first, second, ...more] = integral ? values.toSorted((one, other) => Number(one) - Number(other)) : values
  if (first === undefined || second === undefined || more.length > 0) fail('data.event-not-two', { column })
  if (event === first) return [second, first]
  if (event === second || (event === undefined && integral)) return [first, second]
  return fail('data.event-which', { column, values: [first, second].toSorted().join(', ') })
}

/**
 * Returns the classes of entities or boxes. One class is enough, because it is distinguished from the rest of the text
 * or picture.
 */
function agreeKinds(what: 'entities' | 'boxes', column: string, labels: LabelNames[]): string[] {
  const classes = distinct(labels.flatMap((label) => label.classes ?? [])).toSorted()
  if (classes.length > MAX_CLASSES) tooMany(column)
  if (classes.length === 0) fail(`data.${what}-none`, { column })
  return classes
}

/**
 * Returns the classes of a column with several labels per row. One class is enough, because each row either has the
 * class or not.
 */
function agreeLabels(column: string, labels: LabelNames[], coded: readonly string[]): Plan['target'] {
  const named = distinct(labels.flatMap((label) => label.classes ?? []))
  const classes = orderClasses(named, coded, { column, integral: false })
  if (classes.length > MAX_CLASSES) tooMany(column)
  if (classes.length === 0) fail('data.labels-none', { column })
  return { kind: 'labels', column, classes }
}

/** Returns a count as the target. A count has no classes. */
function agreeCount(column: string, labels: LabelNames[]): Plan['target'] {
  if (!labels.every(({ kind, integral }) => kind === 'number' && integral)) {
    fail('data.label-not-counts', { column, most: MAX_COUNT })
  }
  return { kind: 'count', column }
}

/**
 * Whether the label is learnt as a number. If the algorithm can also predict classes, a label with only a few
 * different whole numbers is learnt as classes.
 */
function isNumber(targets: NamesWanted['targets'], labels: LabelNames[], coded: readonly string[]): boolean {
  if (!targets.includes('classes')) return targets.includes('number')
  if (!targets.includes('number') || labels[0]?.kind === 'text' || coded.length > 0) return false
  if (!labels.every(({ integral, classes }) => integral && classes !== null)) return true
  const classes = distinct(labels.flatMap((label) => label.classes ?? []))
  return classes.length === 0 || classes.length > MAX_CLASSES_GUESSED
}

function orderClasses(
  classes: string[],
  coded: readonly string[],
  { column, integral }: { column: string; integral: boolean },
): string[] {
  const first = coded.map(classNameOf)
  if (integral && first.some((name) => !/^-?\d+$/.test(name))) fail('data.type-mismatch', { column })
  const others = classes.filter((name) => !first.includes(name))
  return [...first, ...(integral ? others.toSorted((one, other) => Number(one) - Number(other)) : others.toSorted())]
}

const tooMany = (column: string): never => fail('data.label-too-many-classes', { column, most: MAX_CLASSES })
const distinct = (names: string[]) => [...new Set(names)]
