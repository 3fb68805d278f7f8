import type { LabelNames, NamesWanted, PartyNames } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { agreeNames } from './agree-names.ts'

const wanted: NamesWanted = { columns: ['age', 'ward'], label: 'ill', targets: ['classes'] }
const texts = (...classes: string[]): LabelNames => ({ column: 'ill', kind: 'text', integral: false, classes })
const whole = (...classes: string[]): LabelNames => ({ column: 'ill', kind: 'number', integral: true, classes })
const amounts: LabelNames = { column: 'ill', kind: 'number', integral: false, classes: null }
const party = (categories: string[], label: LabelNames | null = texts('no', 'yes')): PartyNames => ({
  columns: [
    { name: 'age', kind: 'number' },
    { name: 'ward', kind: 'categories', categories },
  ],
  label,
})
const isEmpty = (label: LabelNames | null = texts('no', 'yes')): PartyNames => ({
  columns: wanted.columns.map((name) => ({ name, kind: 'empty' })),
  label,
})

describe('merging columns', () => {
  test('merges the sorted categories of all parties, and treats an empty column as a number', () => {
    expect(agreeNames(wanted, [party(['west', 'north']), party(['south', 'north']), isEmpty()], [])).toMatchObject({
      kind: 'agreed',
      names: {
        data: {
          kind: 'table',
          columns: [
            { name: 'age', kind: 'number' },
            { name: 'ward', kind: 'categories', categories: ['north', 'south', 'west'] },
          ],
        },
      },
    })
    expect(agreeNames(wanted, [isEmpty()], [])).toMatchObject({
      names: { data: { columns: wanted.columns.map((name) => ({ name, kind: 'number' })) } },
    })
  })

  test('accepts texts as a single column at every party', () => {
    const requested = { ...wanted, columns: ['report'] }
    const reports = (kind: 'texts' | 'number' = 'texts'): PartyNames => ({
      columns: [{ name: 'report', kind }],
      label: texts('no', 'yes'),
    })
    expect(agreeNames(requested, [reports(), reports()], [])).toMatchObject({
      kind: 'agreed',
      names: { data: { kind: 'texts', column: 'report' }, target: { classes: ['no', 'yes'] } },
    })
    const mismatch = { kind: 'fault', error: { code: 'data.type-mismatch', params: { column: 'report' } } }
    expect(agreeNames(requested, [reports(), reports('number')], [])).toMatchObject(mismatch)
    const two = { ...reports(), columns: [...reports().columns, { name: 'age', kind: 'texts' as const }] }
    expect(agreeNames({ ...requested, columns: ['report', 'age'] }, [two], [])).toMatchObject(mismatch)
  })

  test('accepts entities of at least one kind, if every party has tokens', () => {
    const requested = { ...wanted, columns: ['tokens'], label: 'tags', targets: ['entities' as const] }
    const notes = (...classes: string[]): PartyNames => ({
      columns: [{ name: 'tokens', kind: 'tokens' }],
      label: { column: 'tags', kind: 'text', integral: false, classes },
    })
    expect(agreeNames(requested, [notes('WHO'), notes('DRUG', 'WHO')], [])).toMatchObject({
      kind: 'agreed',
      names: { data: { kind: 'tokens', column: 'tokens' }, target: { kind: 'entities', classes: ['DRUG', 'WHO'] } },
    })
    expect(agreeNames(requested, [notes('WHO'), notes()], [])).toMatchObject({ kind: 'agreed' })
    const none = { kind: 'fault', error: { code: 'data.entities-none', params: { column: 'tags' } } }
    expect(agreeNames(requested, [notes(), notes()], [])).toMatchObject(none)
    const other: PartyNames = { ...notes('WHO'), columns: [{ name: 'tokens', kind: 'texts' }] }
    expect(agreeNames(requested, [notes('WHO'), other], [])).toMatchObject({
      kind: 'fault',
      error: { code: 'data.type-mismatch' },
    })
  })

  test('accepts several labels per row, with at least one class, if every party has several', {
    meta: { spec: 'screens.multilabel-data' },
  }, () => {
    const requested = {
      ...wanted,
      columns: ['report'],
      label: 'found',
      targets: ['classes' as const, 'labels' as const],
    }
    const reports = (kind: LabelNames['kind'], ...classes: string[]): PartyNames => ({
      columns: [{ name: 'report', kind: 'texts' }],
      label: { column: 'found', kind, integral: false, classes },
    })
    const both = [reports('labels', 'rash'), reports('labels', 'cough', 'rash')]
    const target = { kind: 'labels', column: 'found', classes: ['cough', 'rash'] }
    expect(agreeNames(requested, both, [])).toMatchObject({ kind: 'agreed', names: { target } })
    expect(agreeNames(requested, both, ['rash'])).toMatchObject({ names: { target: { classes: ['rash', 'cough'] } } })
    expect(agreeNames(requested, [reports('labels', 'rash')], [])).toMatchObject({ kind: 'agreed' })
    expect(agreeNames(requested, [reports('labels')], [])).toMatchObject({ error: { code: 'data.labels-none' } })
    const mixed = [reports('labels', 'rash'), reports('text', 'cough', 'rash')]
    expect(agreeNames(requested, mixed, [])).toMatchObject({ error: { code: 'data.labels-mixed' } })
  })

  test('accepts boxes of at least one class, if every party has pictures', () => {
    const requested = { ...wanted, columns: [], label: 'boxes', targets: ['boxes' as const] }
    const pictures = (...classes: string[]): PartyNames => ({
      columns: [{ name: 'file', kind: 'pictures' }],
      label: { column: 'boxes', kind: 'text', integral: false, classes },
    })
    expect(agreeNames(requested, [pictures('dog'), pictures('cat', 'dog'), pictures()], [])).toEqual({
      kind: 'agreed',
      names: {
        data: { kind: 'pictures', column: 'file' },
        target: { kind: 'boxes', column: 'boxes', classes: ['cat', 'dog'] },
      },
    })
    const none = { kind: 'fault', error: { code: 'data.boxes-none', params: { column: 'boxes' } } }
    expect(agreeNames(requested, [pictures(), pictures()], [])).toMatchObject(none)
  })

  test('accepts nodes of a graph with numeric columns, if every party has a graph', () => {
    const requested = { ...wanted, columns: ['age'] }
    const nodes = (kind: 'number' | 'empty' = 'number'): PartyNames => ({
      columns: [
        { name: ' neighbours', kind: 'links' },
        { name: 'age', kind },
      ],
      label: texts('no', 'yes'),
    })
    expect(agreeNames(requested, [nodes(), nodes('empty')], [])).toMatchObject({
      kind: 'agreed',
      names: { data: { kind: 'graph', columns: [{ name: 'age', kind: 'number' }] } },
    })
    const table: PartyNames = { columns: [{ name: 'age', kind: 'number' }], label: texts('no', 'yes') }
    expect(agreeNames(requested, [nodes(), table], [])).toMatchObject({ error: { code: 'data.type-mismatch' } })
    const [links] = nodes().columns as [PartyNames['columns'][number]]
    const wards = { ...party(['north']), columns: [links, ...party(['north']).columns] }
    expect(agreeNames(wanted, [wards], [])).toMatchObject({
      kind: 'fault',
      error: { code: 'task.graph-text', params: { column: 'ward' } },
    })
    expect(agreeNames({ ...wanted, columns: [] }, [nodes()], [])).toMatchObject({
      error: { code: 'task.columns-none' },
    })
  })

  test('names pictures in the plan although none of their columns is selected', () => {
    const pictures: PartyNames = { columns: [{ name: 'file', kind: 'pictures' }], label: texts('no', 'yes') }
    expect(agreeNames({ ...wanted, columns: [] }, [pictures, pictures], [])).toMatchObject({
      kind: 'agreed',
      names: { data: { kind: 'pictures', column: 'file' }, target: { classes: ['no', 'yes'] } },
    })
  })

  test('maps all values of a column to “other” if it has no known category', () => {
    expect(agreeNames(wanted, [party([])], [])).toMatchObject({
      names: { data: { columns: [{}, { kind: 'categories', categories: [] }] } },
    })
  })

  test('refuses a column with numbers at one party and categories at another', () => {
    const other = { ...party([]), columns: wanted.columns.map((name) => ({ name, kind: 'number' as const })) }
    expect(agreeNames(wanted, [party(['north']), other], [])).toMatchObject({
      kind: 'fault',
      error: { code: 'data.type-mismatch', params: { column: 'ward' } },
    })
  })
})

describe('merging targets', () => {
  const target = (
    labels: (LabelNames | null)[],
    coded: string[] = [],
    targets: NamesWanted['targets'] = ['classes'],
  ) => {
    const agreed = agreeNames(
      { ...wanted, targets },
      labels.map((label) => party([], label)),
      coded,
    )
    return agreed.kind === 'agreed' ? agreed.names.target : agreed.kind === 'fault' ? agreed.error : agreed
  }
  const both: NamesWanted['targets'] = ['classes', 'number']
  const named = (...classes: string[]) => ({ kind: 'classes', column: 'ill', classes, integral: false })
  const many = Array.from({ length: 21 }, (_one, place) => String(place))

  test.each<[string, LabelNames[], string[], NamesWanted['targets'], object]>([
    ['texts', [texts('yes', 'no'), texts('maybe', 'yes')], [], both, named('maybe', 'no', 'yes')],
    ['texts in the order of their codes', [texts('no', 'yes')], ['yes', 'no'], both, named('yes', 'no')],
    [
      'puts a class without a code last',
      [texts('no', 'yes', 'b', 'a')],
      ['yes', 'no'],
      both,
      named('yes', 'no', 'a', 'b'),
    ],
    [
      'keeps the place of a coded class without rows',
      [texts('no', 'yes')],
      ['no', 'x', 'yes'],
      both,
      named('no', 'x', 'yes'),
    ],
    ['whole numbers, by size', [whole('10', '2'), whole('2')], [], both, { ...named('2', '10'), integral: true }],
    [
      'whole numbers, coded with a point',
      [whole('0', '1')],
      ['1.0', '0'],
      both,
      { ...named('1', '0'), integral: true },
    ],
    ['many whole numbers', [whole(...many.slice(0, 12)), whole(...many.slice(12))], [], both, { kind: 'number' }],
    ['whole here, amounts there', [whole('0', '1'), amounts], [], both, { kind: 'number', column: 'ill' }],
    ['amounts', [amounts], [], ['number'], { kind: 'number', column: 'ill' }],
    [
      'counts without classes, whatever was named before',
      [{ ...amounts, integral: true }, whole('0', '1')],
      ['1', '0'],
      ['count'],
      { kind: 'count', column: 'ill' },
    ],
  ])('merges what the parties confirmed to a target: %s', (_what, labels, coded, targets, expected) => {
    expect(target(labels, coded, targets)).toMatchObject(expected)
  })

  test.each<[string, (LabelNames | null)[], string[], string, object]>([
    ['one class', [texts('yes'), texts('yes')], [], 'data.label-one-class', { column: 'ill' }],
    ['a label without a value', [null, null], [], 'data.label-one-class', { column: 'ill' }],
    [
      'more classes in total than the limit',
      [texts(...many.map((name) => `a${name}`)), texts(...[...many, 'x', 'y', 'z', 'u', 'v', 'w', 'p', 'q', 'r', 's'])],
      [],
      'data.label-too-many-classes',
      { column: 'ill', most: 50 },
    ],
    ['text here, numbers there', [texts('0', '1'), whole('0', '1')], [], 'data.type-mismatch', { column: 'ill' }],
    ['text codes for a numeric label', [whole('0', '1')], ['no', 'yes'], 'data.type-mismatch', { column: 'ill' }],
  ])('refuses a target with the reason: %s', (_what, labels, coded, code, params) => {
    expect(target(labels, coded)).toMatchObject({ code, params })
  })

  test.each([
    ['fractions', [{ ...amounts, integral: true }, amounts]],
    ['texts', [texts('0', '1')]],
  ])('refuses a count target whose values are %s', (_what, labels) => {
    expect(target(labels, [], ['count'])).toMatchObject({
      code: 'data.label-not-counts',
      params: { column: 'ill', most: 1_000_000 },
    })
  })

  test('sets no target if the algorithm predicts nothing', () => {
    expect(agreeNames({ ...wanted, label: null, targets: [] }, [party([], null)], [])).toMatchObject({
      names: { target: null },
    })
  })
})

describe('the positive class of a target', () => {
  const agreed = (label: LabelNames, positive?: string, coded: string[] = []) => {
    const agreement = agreeNames(wanted, [party([], label)], coded, positive)
    return agreement.kind === 'agreed' ? agreement.names.target : agreement.kind === 'fault' && agreement.error
  }

  test.each<[string, LabelNames, string | undefined, string[], string[]]>([
    ['is the last by name if none was chosen', texts('well', 'ill'), undefined, [], ['ill', 'well']],
    ['is the chosen one', texts('well', 'ill'), 'ill', [], ['well', 'ill']],
    ['can be a number', whole('1', '0'), '0', [], ['1', '0']],
    ['is the chosen one, regardless of agreed codes', texts('well', 'ill'), 'ill', ['ill', 'well'], ['well', 'ill']],
    ['is ignored for three classes', texts('c', 'b', 'a'), 'a', [], ['a', 'b', 'c']],
  ])('puts the positive class last: it %s', (_what, label, positive, coded, classes) => {
    expect(agreed(label, positive, coded)).toMatchObject({ kind: 'classes', classes })
  })

  test('refuses a positive class that no party has', () => {
    const params = { column: 'ill', positive: 'sick', classes: 'ill, well' }
    expect(agreed(texts('well', 'ill'), 'sick')).toMatchObject({ code: 'task.positive-unknown', params })
  })
})

describe('predicting the time of an event', () => {
  const timed: NamesWanted = { ...wanted, targets: ['event'], time: 'days' }
  const eventOf = (labels: LabelNames[], event?: string) => {
    const confirmed = labels.map((label) => party([], label))
    const agreed = agreeNames({ ...timed, ...(event ? { event } : {}) }, confirmed, [])
    return agreed.kind === 'agreed' ? agreed.names.target : agreed.kind === 'fault' && agreed.error
  }
  const event = (classes: [string, string], integral: boolean) => ({
    kind: 'event',
    time: 'days',
    column: 'ill',
    classes,
    integral,
  })

  test.each<[string, LabelNames[], string | undefined, ReturnType<typeof event>]>([
    ['is 1 of 0 and 1', [whole('1', '0')], undefined, event(['0', '1'], true)],
    ['is the larger of other numbers', [whole('10', '9')], undefined, event(['9', '10'], true)],
    ['is the chosen number', [whole('0', '1')], '0', event(['1', '0'], true)],
    ['is the chosen text', [texts('alive', 'dead')], 'dead', event(['alive', 'dead'], false)],
    [
      'is the chosen text, wherever its rows are',
      [texts('dead'), texts('alive')],
      'dead',
      event(['alive', 'dead'], false),
    ],
  ])('determines which value is the event: it %s', (_what, labels, chosen, expected) => {
    expect(eventOf(labels, chosen)).toEqual(expected)
  })

  test.each<[string, LabelNames[], string | undefined, string]>([
    ['a third value', [whole('0', '1', '2')], undefined, 'data.event-not-two'],
    ['one value', [whole('0'), whole('0')], undefined, 'data.event-not-two'],
    ['texts without a chosen one', [texts('alive', 'dead')], undefined, 'data.event-which'],
    ['a value that no party has', [texts('alive', 'dead')], 'gone', 'data.event-which'],
    ['an amount', [amounts], undefined, 'data.label-too-many-classes'],
  ])('refuses to predict an event from a label with %s', (_what, labels, chosen, code) => {
    expect(eventOf(labels, chosen)).toMatchObject({ code, params: { column: 'ill' } })
  })
})
