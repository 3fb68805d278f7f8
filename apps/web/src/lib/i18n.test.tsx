import { useQuery } from '@tanstack/react-query'
import { AppError } from '@tessera/contract'
import { ListMyTasks } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorNote } from '../ui/index.ts'
import { call } from './api.ts'
import { setLanguage, translate, usePhrases } from './i18n.ts'
import { fakeServer, logIn, on, renderPage } from './testing.tsx'

const phrases = {
  en: { rows_one: '{{count}} row', rows_other: '{{count}} rows', of: 'Rows of {{name}}' },
  cn: { rows_one: '{{count}} 行', rows_other: '{{count}} 行', of: '{{name}} 的数据行' },
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

test('the switch says everything anew without reload, server messages too, and is remembered', async () => {
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

test('English counts', () => {
  expect(translate(phrases, 'rows', { count: 1 }, 'en')).toBe('1 row')
  expect(translate(phrases, 'rows', { count: 12345 }, 'en')).toBe('12,345 rows')
  expect(translate(phrases, 'rows', { count: 1 }, 'cn')).toBe('1 行')
})
