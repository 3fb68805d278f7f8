import { type Algorithm, AppError } from '@tessera/contract'
import { CallService, GetAlgorithm, GetAlgorithmUse, ListAlgorithmActivity } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { AlgorithmDetailPage } from './AlgorithmDetailPage.tsx'

const text = { cn: '', en: '' }
const algorithm: Algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: text,
  description: text,
  remark: text,
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  parameterDescriptions: [],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date(0),
}

test.each([
  ['', 'en', 'Create task', { algid: 'a1', create: '1' }, 'A single party can also use it on its own.', '4'],
  ['', 'cn', '用它创建任务', { algid: 'a1', create: '1' }, '也可由一个机构独立运行。', '4'],
  ['&flType=4', 'en', 'Train alone', { algid: 'a1', create: '1', flType: '4' }, /^Several parties can/, null],
  ['&flType=4', 'cn', '用它独立训练', { algid: 'a1', create: '1', flType: '4' }, /^也可由多个机构/, null],
] as const)(
  'takes the kind of run from the address: %s, %s',
  async (query, language, create, search, other, flType) => {
    logIn()
    const { calls } = fakeServer(
      on(GetAlgorithm, ({ kind = 'horizontal' }) => ({ ...algorithm, kind })),
      on(GetAlgorithmUse, () => ({})),
      on(ListAlgorithmActivity, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })),
    )
    const path = `/algorithm/algorithmDetail?id=a1${query}`
    const { router } = renderPage(<AlgorithmDetailPage />, { path, language })

    const link = await screen.findByRole('link', { name: other })
    expect(new URL(link.getAttribute('href') ?? '', 'http://a').searchParams.get('flType')).toBe(flType)
    const input = calls.find((made) => made.path === GetAlgorithm.path)?.input
    expect(input).toEqual({ algorithmId: 'a1', ...(query && { kind: 'local' }) })
    await userEvent.click(screen.getByRole('button', { name: create }))
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/task', search }))
  },
)

const service = { ...algorithm, id: 'translate', kind: 'service' as const, name: { cn: '翻译', en: 'Translation' } }
const translating = (answer: Parameters<typeof on<typeof CallService>>[1]) => [
  on(GetAlgorithm, () => service),
  on(ListAlgorithmActivity, () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 })),
  on(CallService, answer),
]

test.each([
  ['en', 'Text to translate', 'Translate', 'Translation'],
  ['cn', '要翻译的文字', '翻译', '译文'],
] as const)(
  'calls a service on its own page and offers no task for it: %s',
  { meta: { spec: 'screens.translate-helper' } },
  async (language, field, send, result) => {
    logIn()
    const { calls } = fakeServer(
      ...translating(({ text }) => ({
        translations: [[{ source: text, target: 'Hello' }], [{ source: '', target: 'you' }]],
      })),
    )
    renderPage(<AlgorithmDetailPage />, { path: '/algorithm/algorithmDetail?id=translate&flType=5', language })
    await userEvent.type(await screen.findByLabelText(field), '你好')
    await userEvent.click(screen.getByRole('button', { name: send }))
    expect((await screen.findByRole('region', { name: result })).textContent).toContain('Hello\nyou')
    expect(calls.find(({ path }) => path === CallService.path)?.input).toEqual({ serviceId: 'translate', text: '你好' })
    expect(screen.queryByRole('button', { name: /任务|task/ })).toBeNull()
  },
)

test('shows the error of a failed translation service and keeps the input', {
  meta: { spec: 'screens.translate-helper' },
}, async () => {
  logIn()
  fakeServer(
    ...translating(() => {
      throw new AppError('service.failed')
    }),
  )
  renderPage(<AlgorithmDetailPage />, { path: '/algorithm/algorithmDetail?id=translate', language: 'en' })
  await userEvent.type(await screen.findByLabelText('Text to translate'), 'hello')
  await userEvent.click(screen.getByRole('button', { name: 'Translate' }))
  expect(await screen.findByText(/could not be reached/)).toBeTruthy()
  expect(screen.getByLabelText('Text to translate')).toHaveProperty('value', 'hello')
})
