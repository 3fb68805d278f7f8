import { expect, test } from 'vitest'
import { listSpellings, preferredSpellings, proposeSpellings } from './spellings.ts'

test.each([
  ['capitals', [['Male'], ['male']], [['Male', 'male']]],
  ['blanks', [['stage I'], [' stage  I ', 'stage II']], [[' stage  I ', 'stage I']]],
  ['full-width letters', [['Ｙｅｓ'], ['yes']], [['yes', 'Ｙｅｓ']]],
  ['one party’s own values', [['Male', 'male', 'female']], [['Male', 'male']]],
  [
    'true and false, 1 and 0',
    [
      ['false', 'true'],
      ['0', '1'],
    ],
    [
      ['0', 'false'],
      ['1', 'true'],
    ],
  ],
  [
    'yes and no in two languages',
    [
      ['no', 'yes'],
      ['否', '是'],
    ],
    [
      ['no', '否'],
      ['yes', '是'],
    ],
  ],
  [
    'answers beside one that is unknown',
    [
      ['yes', 'no', 'unknown'],
      ['Y', 'N'],
    ],
    [
      ['Y', 'yes'],
      ['N', 'no'],
    ],
  ],
  ['one answer only', [['yes', 'no'], ['是']], [['yes', '是']]],
  [
    'the sexes, in two languages and as letters',
    [
      ['M', 'F'],
      ['男', '女'],
      ['Female', 'male'],
    ],
    [
      ['M', 'male', '男'],
      ['F', 'Female', '女'],
    ],
  ],
] as const)('recognises spellings of the same name: %s', (_which, lists, groups) => {
  expect(listSpellings(lists)).toEqual(groups)
})

test.each([
  [
    'equal values',
    [
      ['no', 'yes'],
      ['yes', 'no'],
    ],
  ],
  [
    'grades',
    [
      ['0', '1', '2'],
      ['no', 'yes'],
    ],
  ],
  [
    'codes of one letter',
    [
      ['t', 'n', 'm'],
      ['true', 'false'],
    ],
  ],
  [
    'different names',
    [
      ['north', 'south'],
      ['east', 'west'],
    ],
  ],
  [
    'numbers beside their signs',
    [
      ['1', '10'],
      ['0', '1'],
    ],
  ],
] as const)('does not treat different names as spellings of one name: %s', (_which, lists) => {
  expect(listSpellings(lists)).toEqual([])
})

test('proposes the other parties’ spelling of a value, or otherwise the party’s own spelling with the most rows', () => {
  const own = [
    { name: 'Yes', rows: 30 },
    { name: 'yes ', rows: 2 },
    { name: 'NO', rows: 60 },
    { name: 'maybe', rows: 4 },
    { name: 'Maybe', rows: 9 },
  ]
  expect(Object.fromEntries(proposeSpellings(own, ['no', 'yes']))).toEqual({
    Yes: 'yes',
    'yes ': 'yes',
    NO: 'no',
    maybe: 'Maybe',
  })
  expect(proposeSpellings([{ name: 'yes', rows: 9 }], ['Yes', 'yes']).size).toBe(0)
})

test.each([
  [
    'capitals',
    [
      ['NO', 'YES'],
      ['no', 'yes'],
    ],
    ['no', 'yes'],
  ],
  [
    'two languages',
    [
      ['no', 'yes'],
      ['否', '是'],
    ],
    ['否', '是'],
  ],
  [
    'signs',
    [
      ['0', '1'],
      ['false', 'true'],
    ],
    ['false', 'true'],
  ],
  [
    'the spelling of most parties',
    [
      ['NO', 'yes'],
      ['no', 'yes'],
      ['NO', 'Yes'],
    ],
    ['NO', 'yes'],
  ],
] as const)('proposes the same spelling to all parties: %s', (_which, lists, expected) => {
  const preferred = preferredSpellings(lists)
  expect(preferred.toSorted()).toEqual([...expected].toSorted())
  const renamed = lists.map((own, index) => {
    const theirs = [...new Set(lists.filter((_one, other) => other !== index).flat())].toSorted()
    const words = own.map((name) => ({ name, rows: 9 }))
    const proposals = proposeSpellings(words, theirs, preferred)
    return own.map((name) => proposals.get(name) ?? name)
  })
  expect(renamed).toEqual(lists.map(() => [...expected]))
})
