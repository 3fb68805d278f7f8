/** A model card as an edge fetches it from the platform. */
export const card = {
  algorithm: 'logistic-regression',
  label: 'ill',
  columns: ['age', 'sex'],
  metrics: {},
  parties: [],
  input: {
    kind: 'table',
    columns: [
      { name: 'c0', column: 'age', kind: 'number', example: 50 },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
  },
  output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  rounds: 3,
  codeHash: 'x',
}
