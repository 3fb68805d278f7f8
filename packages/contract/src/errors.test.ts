import { expect, test } from 'vitest'
import { ERROR_CODES, isErrorCode, knownError, phrase, placeholdersOf } from './error-texts.ts'
import { fill, languageOf } from './errors.ts'
import { cn } from './phrases/cn.ts'
import { en } from './phrases/en.ts'

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]))].sort()

test.each(Object.keys(en) as (keyof typeof en)[])('%s says the same things in both languages', (code) => {
  expect(placeholders(cn[code])).toEqual(placeholders(en[code]))
  expect(cn[code]).toMatch(/[\u4e00-\u9fff]/)
  expect(en[code]).not.toMatch(/[\u4e00-\u9fff]/)
})

test('a text takes its parameters', () => {
  expect(fill('{{a}} and {{b}}, {{a}}{{c}}', { a: 1, b: '{{a}}', c: undefined })).toBe('1 and {{a}}, 1')
  expect(fill('{{a}} of {{b}}', { a: 0 }, (placeholder) => placeholder)).toBe('0 of {{b}}')
  expect(fill('{{a|one|# (#)}}, {{b|one|#}}, {{c||#}}', { a: 2, b: '1', c: undefined })).toBe('2 (2), one, ')
  expect(phrase('en', 'task.not-all-ready', { ready: 2, total: 3 })).toBe('2 of 3 parties are ready.')
})

test('types of columns are said in the reader’s words, what nobody knows as it is', () => {
  const params = { column: 'text', ownType: 'boolean', taskType: 'picture' }
  expect(phrase('en', 'grant.type-mismatch', params)).toContain(
    'Column “text” holds yes/no values in your data, but picture',
  )
  expect(phrase('cn', 'grant.type-mismatch', params)).toContain('“text”列的类型在您的数据中为“是 / 否”')
})

test('one is said as one', () => {
  expect(phrase('en', 'signing.pin-wrong', { left: 1 })).toBe('This PIN is wrong. 1 more wrong try and it is locked.')
  expect(phrase('en', 'signing.pin-wrong', { left: 2 })).toBe('This PIN is wrong. 2 more wrong tries and it is locked.')
  const things = 'rows|columns|classes|values|features|tokens|tags|files|parties|tries|seconds|minutes|times|ids'
  // Limits are never one.
  const ofOne = ERROR_CODES.map((code) =>
    phrase('en', code, { ...Object.fromEntries(placeholdersOf(code).map((name) => [name, 1])), limit: 100, most: 100 }),
  )
  expect(ofOne.filter((text) => new RegExp(`\\b1 (\\w+ ){0,2}(${things})\\b`).test(text))).toEqual([])
})

test.each(['no.such.code', 'constructor', 'toString', '__proto__'])('%s is no code: it reads as internal', (code) => {
  expect(isErrorCode(code)).toBe(false)
  expect(phrase('en', code)).toBe(en.internal)
  expect(knownError(code, { detail: 'x' })).toEqual({ code: 'internal', params: {} })
})

test.each([
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN', 'cn'],
  [undefined, 'cn'],
] as const)('Accept-Language %s is %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('an error that meets any kind of data has no words that only tables have', () => {
  // What reads, asks for or says of tables alone.
  const ofTables =
    /^dataset\.(zip-empty|workbook-sparse|csv-|conversion-|not-numbers|not-answers|number-either|rows-repeated|header-|class-without-rows)|^data\.(not-numeric|time-|event-|label-no)|^task\.time-missing|^train\.too-few-events|^model\.import-|^inference\.value-required/
  const told = ERROR_CODES.filter(
    (code) => /\brows?\b/.test(phrase('en', code, {})) || /数据行|(?<!运)行数|(?<!第 \{\{\w+)\}\} 行/.test(cn[code]),
  )
  expect(told.filter((code) => !ofTables.test(code))).toEqual([])
})

test('an element of a document is named before a text that names only its line', () => {
  const params = { file: 'g.json', line: 1, entry: 'nodes[1]', field: 'colour' }
  expect(phrase('en', 'dataset.field-unknown', params)).toMatch(/^nodes\[1\]: /)
  expect(phrase('cn', 'dataset.field-unknown', params)).toMatch(/^nodes\[1\]：/)
  const coco = { file: 'c.json', line: 1, entry: 'annotations[4]', id: 7 }
  expect(phrase('en', 'dataset.coco-image', coco)).toMatch(/^In “c.json”, annotations\[4\] belongs/)
})
