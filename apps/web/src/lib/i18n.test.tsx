import { useQuery } from '@tanstack/react-query'
import { AppError, fill, LANGUAGES, metricHelp, variantName } from '@tessera/contract'
import { ListMyTasks } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../testing/world.tsx'
import { ErrorNote } from '../ui/index.ts'
import * as words from '../ui/words.ts'
import { call } from './api.ts'
import { setLanguage, translate, usePhrases } from './i18n.ts'

const phrases = {
  en: { rows: '{{count|# row is|# rows are}} left', of: 'Rows of {{name}}' },
  cn: { rows: '剩余 {{count}} 行', of: '{{name}} 的数据行' },
}

function Page() {
  const t = usePhrases(phrases)
  const query = useQuery({ queryKey: ['x'], queryFn: () => call(ListMyTasks) })
  return (
    <>
      <p>{t('of', { name: 'a<b' })}</p>
      <ErrorNote error={query.error} />
    </>
  )
}

test('switches all texts to another language without a reload and stores the choice', {
  meta: { spec: 'screens.language-setting' },
}, async () => {
  logIn()
  fakeServer(
    on(ListMyTasks, () => {
      throw new AppError('account.locked', { minutes: 5 })
    }),
  )
  renderPage(<Page />)
  expect(await screen.findByText('a<b 的数据行')).toBeTruthy()
  expect(await screen.findByText(/5 分钟/)).toBeTruthy()

  act(() => setLanguage('en'))
  expect(screen.getByText('Rows of a<b')).toBeTruthy()
  expect(screen.getByText(/in 5 minutes/)).toBeTruthy()
  expect(localStorage.getItem('language')).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('chooses between singular and plural in English, and groups digits', () => {
  expect(translate(phrases, 'rows', { count: 1 }, 'en')).toBe('1 row is left')
  expect(translate(phrases, 'rows', { count: '1' }, 'en')).toBe('1 row is left')
  expect(translate(phrases, 'rows', { count: 0 }, 'en')).toBe('0 rows are left')
  expect(translate(phrases, 'rows', { count: 12345 }, 'en')).toBe('12,345 rows are left')
  expect(translate(phrases, 'rows', { count: 1 }, 'cn')).toBe('剩余 1 行')
  expect(translate(phrases, 'of', { name: 0.00001 }, 'en')).toBe('Rows of 0.00001')
})

const tables = Object.entries(import.meta.glob<Record<string, unknown>>('../**/phrases.*.ts', { eager: true }))
const texts = tables.flatMap(([file, { en, cn }]) =>
  Object.entries((en ?? cn ?? {}) as Record<string, string>).map(([key, text]) => [file, key, text] as const),
)
const english = texts.filter(([file]) => file.endsWith('.en.ts'))
const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name as string))].sort()

test('no text has a plural after one, such as "1 rows"', () => {
  expect(english.length).toBeGreaterThan(1000)
  const ofOne = english.map(([file, key, text]) => {
    const filled = fill(text, Object.fromEntries(namesIn(text).map((name) => [name, 1])))
    return `${file} ${key}: ${filled}`
  })
  const things =
    'rows|columns|classes|values|nodes|edges|graphs|pictures|texts|lines|inputs|parties|rounds|tasks|members|times'
  expect(ofOne.filter((line) => new RegExp(`\\b1 (\\w+ )?(${things})\\b`).test(line))).toEqual([])
})

test('uses one name for the validation split in each language', () => {
  const card = import.meta.glob<Record<string, object>>('../../../platform/src/**/phrases.*.ts', { eager: true })
  const shown = [
    ...texts.map(([, , text]) => text),
    ...Object.values(card).flatMap(({ en, cn }) => Object.values(en ?? cn ?? {})),
    ...Object.values(words.en),
    ...Object.values(words.cn),
    ...LANGUAGES.flatMap((language) => [metricHelp('val_loss', language), variantName('val_loss', language)]),
  ].map(String)
  expect(shown).toContain('On validation {{many}} of all parties.')
  const others = /\bnot trained on\b|held (out|aside)|kept aside|hold-?out|nobody trained on/i
  const chinese = /验证数据|验证行|留作评分|留出|预留五分之一|未参与训练的/
  const isOther = (text: string) => others.test(text) || chinese.test(text)
  expect(shown.filter((text) => isOther(text.replaceAll(/\{\{\w+/g, '')))).toEqual([])
})

/** If a word depends on a number without showing it, only one of the languages may need the number. */
const shownNames = (text: string) => namesIn(text.replaceAll(/\{\{\w+\|[^}#]*\}\}/g, ''))

test('texts use the same parameters in both languages', () => {
  const chinese = new Map(texts.map(([file, key, text]) => [`${file} ${key}`, text]))
  for (const [file, key, text] of english) {
    expect.soft(shownNames(chinese.get(`${file.replace('.en.', '.cn.')} ${key}`) ?? ''), key).toEqual(shownNames(text))
  }
})
