import type { ColumnType } from '@tessera/contract'
import { expect, test } from 'vitest'
import { listDifferences } from './formats.ts'
import { proposeMapping } from './propose-mapping.ts'

type Types = Record<string, ColumnType>

function propose(task: Types, own: Types) {
  const format = (columnTypes: Types) => ({
    contentType: 'tabular' as const,
    columns: Object.keys(columnTypes),
    columnTypes,
  })
  const differences = listDifferences(format(task), format(own), null)
  return proposeMapping(differences, Object.keys(task), format(own)).map(({ column, from, conversion }) =>
    conversion === 'none' ? `${column} < ${from}` : `${column} < ${from} ${conversion}`,
  )
}
const numbers = (...names: string[]): Types => Object.fromEntries(names.map((name) => [name, 'number']))

test.each([
  ['letter case', 'Age', 'AGE'],
  ['snake and camel', 'mean_radius', 'meanRadius'],
  ['space and point', 'mean radius', 'mean.radius'],
  ['full-width characters', 'height(cm)', 'ＨＥＩＧＨＴ（ＣＭ）'],
  ['a unit in one name only', 'height', '身高(cm)'],
  ['English and Chinese', '年龄', 'age'],
  ['Chinese and an abbreviation', '收缩压', 'SBP'],
  ['abbreviations', 'cholesterol', 'chol'],
  ['an owner', 'patient_age', '患者年龄'],
  ['words in another order', 'radius_mean', 'mean radius'],
  ['shortened words', 'mean radius', 'mean_rad'],
  ['singular and plural', 'lesion', 'lesions'],
  ['a typing error', 'concavity_worst', 'concavty_worst'],
  ['a typing error beside a word with an opposite', 'temperature_min', 'temparature_min'],
  ['a unit in one name only, otherwise equal', 'weight_kg', 'Weight'],
  ['banking', 'account_balance', '余额'],
  ['the label', 'outcome', '结局'],
])('proposes a column whose name differs only in %s', (_what, column, from) => {
  expect(propose(numbers(column), numbers('other', from, 'unrelated'))).toEqual([`${column} < ${from}`])
})

test.each([
  ['numbers in a name', 'x1', 'x2'],
  ['numbers in a long name', 'measurement_10', 'measurement_11'],
  ['similar short names', 'alt', 'ast'],
  ['another known meaning', 'systolic_bp', 'diastolic_bp'],
  ['another unit', 'glucose_mg_dl', 'glucose mmol/L'],
  ['a longer name', 'age', 'age_at_death'],
  ['similar meaning only', 'outcome', 'diagnosis'],
  ['four equal letters', 'dose', 'dosing_error'],
  ['min and max', 'temperature_min', 'temperature_max'],
  ['a negating prefix', 'symptomatic_pain', 'asymptomatic_pain'],
  ['too much and too little', 'hypertension_years', 'hypotension_years'],
  ['the beginning of another word', 'card', 'cardiac'],
  ['left and right', 'knee_left', 'knee_right'],
  ['nothing in common', 'radius', 'postcode'],
  ['before and after an operation', '术前血红蛋白浓度', '术后血红蛋白浓度'],
  ['ventricle and atrium', '左心室舒张末期内径', '左心房舒张末期内径'],
  ['before and after a meal', '餐前两小时血糖值', '餐后两小时血糖值'],
  ['upper and lower', '右肺上叶结节最大径', '右肺下叶结节最大径'],
  ['one day and seven', '术后一天', '术后七天'],
  ['numbers in Chinese', 'measurement三', 'measurement四'],
  ['away and towards', 'hip_abduction', 'hip_adduction'],
  ['more and less by one letter', 'hyperthermia_days', 'hypothermia_days'],
  ['inside and outside', 'intracellular_volume', 'intercellular_volume'],
  ['a negating part', 'pain_typical_angina', 'pain_atypical_angina'],
  ['before and during', 'prenatal_visits', 'perinatal_visits'],
  ['small and large', 'macrovascular', 'microvascular'],
  ['salts', 'silver_nitrate', 'silver_nitrite'],
  ['places', 'nerve_peroneal', 'nerve_perineal'],
  ['a unit in one name and a typing error in the other', 'concentration_kg', 'concentraton'],
  ['a unit in one name and a short form in the other', 'mean radius (cm)', 'mean_rad'],
])('proposes no column on weak evidence: %s', (_what, column, from) => {
  expect(propose(numbers(column), numbers(from))).toEqual([])
})

test('proposes a column only for one missing column, and never a column that matches another one better', () => {
  expect(propose(numbers('age', '年龄'), numbers('age', 'Years'))).toEqual(['年龄 < Years'])
  // Both columns match equally well, so a member has to choose.
  expect(propose(numbers('age'), numbers('AGE', 'Age'))).toEqual([])
  expect(propose(numbers('sbp', '收缩压'), numbers('systolic'))).toEqual([])
  // Without a unit in the name, the match is ambiguous.
  expect(propose(numbers('weight_kg'), numbers('weight', 'weight (kg)'))).toEqual(['weight_kg < weight (kg)'])
  expect(propose(numbers('weight_kg', 'weight_lb'), numbers('weight'))).toEqual([])
  // The better match takes the column. The other column gets no proposal from weaker evidence.
  expect(propose(numbers('mean radius', 'mean_rad'), numbers('MeanRad'))).toEqual(['mean_rad < MeanRad'])
})

test.each<[ColumnType, ColumnType, string | null]>([
  ['integer', 'number', 'none'],
  ['number', 'text', 'to-number'],
  ['integer', 'text', 'to-number'],
  ['integer', 'boolean', 'to-number'],
  ['boolean', 'text', 'to-boolean'],
  ['boolean', 'integer', 'to-boolean'],
  ['text', 'integer', 'to-text'],
  ['text', 'boolean', 'to-text'],
  ['text', 'date', 'to-text'],
  ['text', 'number', null],
  ['date', 'text', null],
  ['number', 'date', null],
])('proposes how to convert a column to type %s from type %s: %s', (wanted, held, conversion) => {
  const proposals = propose({ 年龄: wanted }, { age: held })
  expect(proposals).toEqual(
    conversion === null ? [] : [conversion === 'none' ? '年龄 < age' : `年龄 < age ${conversion}`],
  )
})

test('proposes a conversion first for the same name with another type', () => {
  expect(propose({ age: 'number' }, { age: 'text', Age: 'text' })).toEqual([])
  expect(propose({ age: 'number' }, { age: 'text' })).toEqual(['age < age to-number'])
  expect(propose({ mean_radius: 'number' }, { mean_rad: 'text' })).toEqual([])
})

test('matches thousands of columns only by spelling or meaning', () => {
  const wide = (...names: string[]) =>
    numbers(...Array.from({ length: 5_000 }, (_none, i) => `${names[0]}${i}`), ...names.slice(1))
  const proposals = propose(wide('probe_', '年龄', 'mean radius'), wide('Probe ', 'age', 'mean_rad'))
  expect(proposals).toHaveLength(5_001)
  expect(proposals.slice(-2)).toEqual(['probe_4999 < Probe 4999', '年龄 < age'])
})
