import type { Regression } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { heartCard, heartRegression } from '../../../testing/model.ts'
import { effectsOf, measureOf, notesOf, rescaled } from './regression.ts'

describe('effects', () => {
  test('separates the intercept from the effects, and omits columns without effect', () => {
    const [effects, ...others] = effectsOf(heartRegression(), heartCard())
    expect(others).toEqual([])
    expect(effects).toMatchObject({ class: 'ill', against: 'healthy', intercept: { estimate: -4.5 } })
    expect(effects?.lines.map(({ column, category, reference }) => [column, category, reference])).toEqual([
      ['age', null, null],
      ['sex', 'm', 'f'],
    ])
  })

  test('names the reference category even if it is not the first', () => {
    const line = { column: 'sex', class: 'ill' }
    const coefficients = [
      { ...line, category: 'f', estimate: null, infinite: -1 as const, reference: 'm' },
      { ...line, category: 'x', estimate: 0.4, error: 0.1, reference: 'm' },
    ]
    const [effects] = effectsOf(heartRegression({ coefficients }), heartCard())
    expect(effects?.lines.map(({ category, reference }) => [category, reference])).toEqual([
      ['f', 'm'],
      ['x', 'm'],
    ])
  })

  test('compares each of several classes with the first', () => {
    const line = { column: 'age', category: null, estimate: 1 }
    const regression = heartRegression({
      coefficients: [
        { ...line, class: 'mild' },
        { ...line, class: 'grave' },
      ],
    })
    const output = { kind: 'classes' as const, label: 'diagnosis', classes: ['healthy', 'mild', 'grave'] }
    expect(effectsOf(regression, heartCard({ output })).map((each) => [each.class, each.against])).toEqual([
      ['mild', 'healthy'],
      ['grave', 'healthy'],
    ])
  })

  test('rescales coefficients to one standard deviation, except those of categories', () => {
    const [, age, sex] = heartRegression().coefficients
    expect(rescaled(age as never, 'deviation')).toMatchObject({
      estimate: 0.5,
      error: 0.1,
      low: expect.closeTo(0.3),
      high: expect.closeTo(0.7),
    })
    expect(rescaled(age as never, 'unit')).toEqual(age)
    expect(rescaled(sex as never, 'deviation')).toEqual(sex)
  })
})

describe('notes', () => {
  const bare = heartRegression().coefficients.map(({ error: _, low: _low, high: _high, p: _p, ...line }) => line)
  test.each<[string, Partial<Regression>, object[]]>([
    ['none for a plain fit', {}, []],
    [
      'separated columns, and the ridge that was needed',
      { separated: ['age'], ridge: 0.001, coefficients: bare },
      [
        { kind: 'separated', columns: ['age'] },
        { kind: 'ridge.needed', ridge: 0.001 },
      ],
    ],
    [
      'too few groups of rows for the features',
      { groups: 17, averaged: 85, ridge: 0.001, coefficients: bare },
      [
        { kind: 'groups', groups: 17 },
        { kind: 'ridge.needed', ridge: 0.001 },
        { kind: 'averaged', rows: 85 },
      ],
    ],
    [
      'collinear and constant columns',
      { collinear: ['bmi'], constant: ['ward'], ridge: 0.001, coefficients: bare },
      [
        { kind: 'collinear', columns: ['bmi'] },
        { kind: 'ridge.needed', ridge: 0.001 },
        { kind: 'constant', columns: ['ward'] },
      ],
    ],
    [
      'a column that was left out, and a category in which every row has the same outcome',
      {
        collinear: ['bmi'],
        coefficients: [
          ...heartRegression().coefficients,
          { column: 'bmi', category: null, class: 'ill', estimate: null, aliased: ['age'] },
          { column: 'sex', category: 'x', class: 'ill', estimate: null, infinite: -1 },
        ],
      },
      [
        { kind: 'aliased', columns: ['bmi'] },
        { kind: 'infinite', columns: ['sex'] },
      ],
    ],
    [
      'a number of 0 and 1, of which one has the same outcome in every row',
      {
        coefficients: [
          ...heartRegression().coefficients,
          { column: 'sex', category: 'x', class: 'ill', estimate: null, infinite: -1 },
          { column: 'smoker', category: null, class: 'ill', estimate: null, infinite: 1 },
        ],
      },
      [
        { kind: 'infinite', columns: ['sex'] },
        { kind: 'infinite.flag', columns: ['smoker'] },
      ],
    ],
    ['rounds that were too few', { converged: false }, [{ kind: 'settling', rounds: 20 }]],
    [
      'counts that spread too far for Poisson regression',
      { counts: { pearson: 5.2 } },
      [{ kind: 'spread.wide', pearson: 5.2 }],
    ],
    ['counts that do not', { counts: { pearson: 1.1 } }, [{ kind: 'spread.poisson', pearson: 1.1 }]],
    [
      'the dispersion of a negative binomial, whatever its Pearson statistic',
      { counts: { pearson: 2.1, dispersion: { estimate: 0.8, error: 0.05, low: 0.7, high: 0.9 } } },
      [{ kind: 'dispersion', estimate: 0.8, low: 0.7, high: 0.9 }],
    ],
    ['no dispersion', { counts: { pearson: 1, dispersion: { estimate: 0 } } }, [{ kind: 'dispersion.none' }]],
    [
      'rows that count nothing, and a dispersion beside the ridge',
      {
        separated: ['ward'],
        ridge: 0.001,
        coefficients: bare,
        counts: { pearson: 1, dispersion: { estimate: 0.8 } },
      },
      [
        { kind: 'uncounted', columns: ['ward'] },
        { kind: 'ridge.needed', ridge: 0.001 },
        { kind: 'dispersion.plain', estimate: 0.8 },
      ],
    ],
    [
      'rows in groups, and values that were changed',
      { averaged: 36, changed: 5 },
      [
        { kind: 'averaged', rows: 36 },
        { kind: 'changed', rows: 5 },
      ],
    ],
    ['rows that are too few', { coefficients: bare }, [{ kind: 'undetermined' }]],
  ])('states in a note: %s', (_what, change, notes) =>
    expect(notesOf(heartRegression(change), heartCard())).toEqual(notes),
  )

  test('reports a ridge penalty that the user has set', () => {
    const regression = heartRegression({ ridge: 0.01, coefficients: bare })
    expect(notesOf(regression, heartCard({ parameters: { l2: 0.01 } }))).toEqual([{ kind: 'ridge.set', ridge: 0.01 }])
  })
})

test.each([
  ['ratio', heartCard({ regression: heartRegression() })],
  ['number', heartCard({ output: { kind: 'number', label: 'days' }, regression: heartRegression() })],
  [
    'rate',
    heartCard({
      output: { kind: 'number', label: 'visits' },
      regression: heartRegression({ counts: { pearson: 1 } }),
    }),
  ],
] as const)('describes how to interpret a coefficient as %s', (measure, card) => expect(measureOf(card)).toBe(measure))
