import { expect, test } from 'vitest'
import { isErrorCode, knownError, languageOf, phrase } from './errors.ts'
import { cn } from './phrases/cn.ts'
import { en } from './phrases/en.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

test.each(Object.keys(en) as (keyof typeof en)[])('%s says the same things in both languages', (code) => {
  expect(placeholders(cn[code])).toEqual(placeholders(en[code]))
  expect(cn[code]).toMatch(/[\u4e00-\u9fff]/)
  expect(en[code]).not.toMatch(/[\u4e00-\u9fff]/)
})

test('a text takes its parameters', () => {
  expect(phrase('en', 'task.not-all-ready', { ready: 2, total: 3 })).toBe('2 of 3 parties are ready.')
})

test('types of columns are said in the reader’s words, what nobody knows as it is', () => {
  const params = { column: 'text', ownType: 'boolean', taskType: 'picture' }
  expect(phrase('en', 'grant.type-mismatch', params)).toContain(
    'Column “text” holds yes/no values in your data, but picture',
  )
  expect(phrase('cn', 'grant.type-mismatch', params)).toContain('“text”列的类型在您的数据中为“是 / 否”')
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
