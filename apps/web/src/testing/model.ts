import type { Coefficient, Model, ModelCard, ModelDetail, Regression } from '@tessera/contract'

/** Models and model cards for tests. */
export const heartModel = (change: Partial<Model> = {}): Model => ({
  id: 'm1',
  name: '心脏病预测',
  description: '由门诊指标预测心脏病',
  instruction: '',
  application: '',
  contentType: 'tabular',
  metrics: { accuracy: 0.8421, f1: 0.83, loss: 0.41 },
  isPublished: false,
  partyId: '1001',
  partyName: '仁和医院',
  algorithmId: 'a1',
  taskId: 't1',
  isImported: false,
  updateTime: new Date('2026-01-06T08:00:00Z'),
  ...change,
})

export const heartCard = (change: Partial<ModelCard> = {}): ModelCard => ({
  algorithm: 'logistic-regression',
  label: 'diagnosis',
  columns: ['age', 'chol'],
  input: {
    kind: 'table',
    columns: [
      { name: 'c0', column: 'age', kind: 'number', example: 54.4 },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
  },
  output: { kind: 'classes', label: 'diagnosis', classes: ['healthy', 'ill'] },
  metrics: { accuracy: 0.8421, f1: 0.83, loss: 0.41 },
  parties: [
    {
      partyId: '1001',
      name: '仁和医院',
      rows: 100,
      validationRows: 25,
      metrics: { accuracy: 0.84 },
      aloneMetrics: { accuracy: 0.78 },
    },
    {
      partyId: '1002',
      name: '第二医院',
      rows: 60,
      validationRows: 15,
      metrics: { accuracy: 0.82 },
      aloneMetrics: { accuracy: 0.84 },
    },
  ],
  rounds: 20,
  bestRound: 17,
  codeHash: 'abc123',
  confusion: [
    [18, 2],
    [4, 16],
  ],
  parameters: { max_iter: 20, learning_rate: 0.1 },
  ...change,
})

export const heartDetail = (change: Partial<ModelDetail> = {}): ModelDetail => ({
  model: heartModel(),
  card: heartCard(),
  contributors: [
    { partyId: '1001', name: '仁和医院', rowCount: 100 },
    { partyId: '1002', name: '第二医院', rowCount: 60 },
  ],
  elapsedMs: 754_000,
  ending: null,
  rowCount: 160,
  partyCount: 1,
  useCount: 3,
  downloadCount: 0,
  lastUseTime: null,
  users: [{ name: 'Bob', avatar: null }],
  importedBy: null,
  ownModelId: 'm1',
  abilities: { edit: true, publish: true, delete: true, download: false, use: true },
  ...change,
})

/**
 * Returns a coefficient of a numeric column with a standard deviation of 10. Its interval extends 2 standard errors to
 * both sides.
 */
const fittedLine = (column: string, estimate: number, error: number, p: number): Coefficient => ({
  column,
  category: null,
  class: 'ill',
  deviation: 10,
  estimate,
  error,
  p,
  low: estimate - 2 * error,
  high: estimate + 2 * error,
})

/** The regression of `heartCard`, with coefficients of a numeric column and of a category. */
export const heartRegression = (change: Partial<Regression> = {}): Regression => ({
  constant: [],
  collinear: [],
  separated: [],
  ridge: 0,
  converged: true,
  rows: 160,
  averaged: 0,
  changed: 0,
  coefficients: [
    { ...fittedLine('age', -4.5, 1, 0.0000071), column: null, deviation: undefined },
    fittedLine('age', 0.05, 0.01, 0.00000057),
    { ...fittedLine('sex', 0.7, 0.3, 0.0196), category: 'm', deviation: undefined },
    { column: 'sex', category: '', class: 'ill', estimate: 0 },
  ],
  ...change,
})
