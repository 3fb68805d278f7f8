import { AppError, type SearchHit } from '@tessera/contract'
import { Search } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Modal } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { FormDialog } from '../../ui/index.ts'
import { SearchButton, SearchDialog } from './index.ts'

function Searching({ children }: { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  return (
    <>
      <SearchButton onOpen={open} />
      <SearchDialog open={isOpen} onOpen={open} onClose={() => setOpen(false)} />
      {children}
    </>
  )
}

const hit = (kind: SearchHit['kind'], id: string, partyName: string | null = 'Hospital B'): SearchHit => ({
  kind,
  id,
  name: `Heart ${id}`,
  partyName,
})
const hits = [
  hit('task', 't1'),
  hit('dataset', 'd1'),
  hit('model', 'm1'),
  hit('algorithm', 'a1', null),
  hit('party', '2', null),
  hit('party', '1001', null),
]
const places = [
  '/mytask/mytaskDetail?id=t1',
  '/data-detail?id=d1',
  '/modal/modalDetail?id=m1',
  '/algorithm/algorithmDetail?id=a1',
  '/data?party=2',
  '/party',
]

test('opens the search with Ctrl and K, and opens a result that was selected by arrow keys', {
  meta: { spec: 'states.global-search' },
}, async () => {
  logIn()
  const { calls } = fakeServer(on(Search, () => hits))
  const user = userEvent.setup()
  const { router } = renderPage(<Searching />, { path: '/', language: 'en' })
  expect((await screen.findByRole('button', { name: 'Search Ctrl K' })).textContent).toBe('Ctrl K')
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('hea')
  expect(await screen.findByText('6 results')).toBeTruthy()
  expect(calls.map(({ input }) => input)).toEqual([{ text: 'hea' }])
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Tasks',
    'Datasets',
    'Models',
    'Algorithms',
    'Parties',
  ])
  const chosen = () => screen.getByRole('option', { selected: true })
  const described = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(described()).toBe(chosen())
  expect(chosen().textContent).toBe('Heart t1Hospital B')
  await user.keyboard('{ArrowUp}')
  expect(chosen().textContent).toBe('Heart 1001')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(described()).toBe(chosen())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/data-detail?id=d1'))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test.each(places.map((place, index) => [index, place] as const))(
  'opens the page of result %i: %s',
  { meta: { spec: 'states.global-search' } },
  async (index, place) => {
    logIn()
    fakeServer(on(Search, () => hits))
    const { router } = renderPage(<Searching />, { language: 'cn' })
    await userEvent.click(await screen.findByRole('button', { name: '搜索 Ctrl K' }))
    await userEvent.type(await screen.findByRole('combobox'), '心')
    await userEvent.click((await screen.findAllByRole('option'))[index] as HTMLElement)
    await waitFor(() => expect(router.state.location.href).toBe(place))
  },
)

test('reports that there are no results, and ignores Enter while a character is composed', {
  meta: { spec: 'states.global-search' },
}, async () => {
  logIn()
  let found: SearchHit[] = []
  fakeServer(on(Search, () => found))
  const { router } = renderPage(<Searching />, { path: '/notices', language: 'cn' })
  await userEvent.click(await screen.findByRole('button', { name: '搜索 Ctrl K' }))
  const field = await screen.findByRole('combobox')
  await userEvent.type(field, '肺')
  expect(await screen.findByText('没有名称包含“肺”的结果。')).toBeTruthy()
  found = hits
  await userEvent.type(field, '癌')
  await screen.findAllByRole('option')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(screen.getByRole('combobox')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/notices')
})

/** Answers the search for "heart" at once. Answers the search for "lung" only when the returned function is called. */
function heartNowLungLater() {
  let letGo = () => {}
  const lung = new Promise<SearchHit[]>((resolve) => {
    letGo = () => resolve([{ kind: 'dataset', id: 'lung', name: 'Lung', partyName: null }])
  })
  return { letGo, ...fakeServer(on(Search, ({ text }) => (text === 'lung' ? lung : hits))) }
}

async function typeLungOverHeart() {
  await userEvent.click(await screen.findByRole('button', { name: 'Search Ctrl K' }))
  const field = await screen.findByRole('combobox')
  await userEvent.type(field, 'heart')
  await screen.findByText('6 results')
  await userEvent.clear(field)
  await userEvent.type(field, 'lung')
  return field
}

test('on Enter, waits for the results of the current text and never opens one of the previous text', {
  meta: { spec: 'states.global-search' },
}, async () => {
  logIn()
  const { letGo } = heartNowLungLater()
  const { router } = renderPage(<Searching />, { path: '/notices', language: 'en' })
  const field = await typeLungOverHeart()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Searching…')
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  expect(router.state.location.pathname).toBe('/notices')
  letGo()
  await waitFor(() => expect(router.state.location.href).toBe('/data-detail?id=lung'))
})

test.each([
  ['another key', () => userEvent.keyboard('{ArrowDown}')],
  ['leaving the field', () => userEvent.tab()],
])(
  'cancels an Enter that waits for results on %s',
  { meta: { spec: 'states.global-search' } },
  async (_what, takeBack) => {
    logIn()
    const { letGo } = heartNowLungLater()
    const { router } = renderPage(<Searching />, { path: '/notices', language: 'en' })
    await typeLungOverHeart()
    await userEvent.keyboard('{Enter}')
    await takeBack()
    letGo()
    expect((await screen.findByRole('option')).textContent).toBe('Lung')
    await screen.findByText('1 result')
    expect(router.state.location.pathname).toBe('/notices')
  },
)

test('shows the error of a failed search in the dialog, without a number of results', {
  meta: { spec: 'states.global-search' },
}, async () => {
  logIn()
  fakeServer(
    on(Search, () => {
      throw new AppError('internal')
    }),
  )
  renderPage(<Searching />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Search Ctrl K' }))
  await userEvent.type(await screen.findByRole('combobox'), 'x')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
})

function WithForm() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Searching>
      <FormDialog open={isOpen} title="A form" onClose={() => setOpen(false)}>
        <input aria-label="Name" />
      </FormDialog>
      <Modal open={false} forceRender title="Closed, yet in the page" />
    </Searching>
  )
}

test('does not open the search over a dialog, because following a result would discard its input', {
  meta: { spec: 'states.global-search' },
}, async () => {
  logIn()
  fakeServer()
  renderPage(<WithForm />, { language: 'en' })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Typed')
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('combobox')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('combobox')).toBeTruthy()
})
