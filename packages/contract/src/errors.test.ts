import { expect, test } from 'vitest'
import { cn } from './error-phrases/cn.ts'
import { en } from './error-phrases/en.ts'
import { ERROR_CODES, isErrorCode, knownError, phrase, placeholdersOf } from './error-phrases.ts'
import { fill } from './errors.ts'
import { languageOf } from './language.ts'

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]))].sort()

test.each(Object.keys(en) as (keyof typeof en)[])(
  'has the same placeholders in both languages for the error %s',
  { meta: { spec: 'errors.bilingual-error-codes' } },
  (code) => {
    expect(placeholders(cn[code])).toEqual(placeholders(en[code]))
    expect(cn[code]).toMatch(/[\u4e00-\u9fff]/)
    expect(en[code]).not.toMatch(/[\u4e00-\u9fff]/)
  },
)

test('fills parameters into an error text', () => {
  expect(fill('{{a}} and {{b}}, {{a}}{{c}}', { a: 1, b: '{{a}}', c: undefined })).toBe('1 and {{a}}, 1')
  expect(fill('{{a}} of {{b}}', { a: 0 }, (placeholder) => placeholder)).toBe('0 of {{b}}')
  expect(fill('{{a|one|# (#)}}, {{b|one|#}}, {{c||#}}', { a: 2, b: '1', c: undefined })).toBe('2 (2), one, ')
  expect(phrase('en', 'task.not-all-ready', { ready: 2, total: 3 })).toBe('2 of 3 parties are ready.')
})

test('translates the types of columns in an error text, and does not change unknown words', () => {
  const params = { column: 'text', ownType: 'boolean', taskType: 'picture' }
  expect(phrase('en', 'grant.type-mismatch', params)).toContain(
    'Column “text” contains yes/no values in your data, but picture',
  )
  expect(phrase('cn', 'grant.type-mismatch', params)).toContain('“text”列的类型在您的数据中为“是 / 否”')
})

test('uses the singular for 1 in an error text', () => {
  expect(phrase('en', 'signing.pin-wrong', { left: 1 })).toBe(
    'This PIN is incorrect. 1 more failed attempt will lock it.',
  )
  expect(phrase('en', 'signing.pin-wrong', { left: 2 })).toBe(
    'This PIN is incorrect. 2 more failed attempts will lock it.',
  )
  const things = 'rows|columns|classes|values|features|tokens|tags|files|parties|tries|seconds|minutes|times|ids'
  // Limits are never 1, so their texts need no singular.
  const ofOne = ERROR_CODES.map((code) =>
    phrase('en', code, { ...Object.fromEntries(placeholdersOf(code).map((name) => [name, 1])), limit: 100, most: 100 }),
  )
  expect(ofOne.filter((text) => new RegExp(`\\b1 (\\w+ ){0,2}(${things})\\b`).test(text))).toEqual([])
})

test.each(['no.such.code', 'constructor', 'toString', '__proto__'])(
  'reads the unknown error code %s as an internal error',
  (code) => {
    expect(isErrorCode(code)).toBe(false)
    expect(phrase('en', code)).toBe(en.internal)
    expect(knownError(code, { detail: 'x' })).toEqual({ code: 'internal', params: {} })
  },
)

test.each([
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN', 'cn'],
  [undefined, 'cn'],
] as const)('reads Accept-Language %s as language %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('uses no words of tables in errors that occur with any kind of data', () => {
  // Errors that occur only with tables.
  const ofTables =
    /^dataset\.(zip-empty|workbook-sparse|csv-|conversion-|not-numbers|not-answers|number-either|rows-repeated|header-|class-without-rows)|^data\.(not-numeric|time-|event-|label-no)|^task\.time-missing|^train\.(too-few-events|fit-refused)|^model\.import-|^inference\.value-required|^parameter\.withdrawn/
  const found = ERROR_CODES.filter(
    (code) => /\brows?\b/.test(phrase('en', code, {})) || /数据行|(?<!运)行数|(?<!第 \{\{\w+)\}\} 行/.test(cn[code]),
  )
  expect(found.filter((code) => !ofTables.test(code))).toEqual([])
})

test('prefers an error text that names the element of a document to a text that names only the line', () => {
  const params = { file: 'g.json', line: 1, entry: 'nodes[1]', field: 'colour' }
  expect(phrase('en', 'dataset.field-unknown', params)).toMatch(/^nodes\[1\]: /)
  expect(phrase('cn', 'dataset.field-unknown', params)).toMatch(/^nodes\[1\]：/)
  const coco = { file: 'c.json', line: 1, entry: 'annotations[4]', id: 7 }
  expect(phrase('en', 'dataset.coco-image', coco)).toMatch(/^In “c.json”, annotations\[4\] belongs/)
})
