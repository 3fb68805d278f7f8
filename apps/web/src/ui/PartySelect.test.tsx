import { AppError } from '@tessera/contract'
import { GetParty, ListParties } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../testing/world.tsx'
import { PartySelect } from './PartySelect.tsx'

const parties = [
  testParty({ id: '7', name: { cn: '北', en: 'North' } }),
  testParty({ id: '8', name: { cn: '南', en: 'South' } }),
]
const paged = (found: typeof parties) => {
  const records = found.map(({ id, name, avatar }) => ({ id, name: name.en, avatar }))
  return { records, total: records.length, size: 20, current: 1, pages: 1 }
}
/** Presses Enter with a `keyCode`, which the list of a Select reads and userEvent omits. */
function pressEnter() {
  const key = { key: 'Enter', keyCode: 13, which: 13 }
  fireEvent.keyDown(screen.getByRole('combobox'), key)
  fireEvent.keyUp(screen.getByRole('combobox'), key)
}

test('searches parties once for the typed text, and Enter chooses the first result', {
  meta: { spec: 'states.pool-filter-sort' },
}, async () => {
  logIn()
  const { calls } = fakeServer(
    on(ListParties, ({ name = '' }) => paged(parties.filter((party) => party.name.en.toLowerCase().includes(name)))),
  )
  const onChange = vi.fn()
  renderPage(<PartySelect value="" onChange={onChange} />, { language: 'en' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: 'Party' }))
  await screen.findByTitle('South')
  await user.keyboard('sou')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.input).toEqual({ name: 'sou', pageSize: 20 })
  await screen.findByTitle('South')
  expect(screen.queryByTitle('North')).toBeNull()
  pressEnter()
  expect(onChange.mock.calls.map(([chosen]) => chosen)).toEqual(['8'])
})

test('chooses no party on Enter before the results have arrived', {
  meta: { spec: 'states.pool-filter-sort' },
}, async () => {
  logIn()
  fakeServer(
    on(ListParties, () => paged(parties)),
    on(GetParty, () => parties[0] as never),
  )
  const onChange = vi.fn()
  renderPage(<PartySelect value="7" onChange={onChange} />, { language: 'en' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: 'Party' }))
  await screen.findByTitle('South')
  await user.keyboard('sou')
  pressEnter()
  expect(onChange).not.toHaveBeenCalled()
})

test.each(['cn', 'en'] as const)(
  'shows an error if parties cannot be listed, and can retry (%s)',
  { meta: { spec: 'states.pool-filter-sort' } },
  async (language) => {
    logIn()
    let isAway = true
    fakeServer(
      on(ListParties, () => {
        if (isAway) throw new AppError('internal')
        return paged(parties)
      }),
    )
    renderPage(<PartySelect value="" onChange={() => {}} />, { language })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('combobox'))
    await screen.findByRole('alert')
    isAway = false
    await user.click(screen.getByRole('button', { name: language === 'cn' ? '重试' : 'Try again' }))
    expect(await screen.findByTitle(language === 'cn' ? 'North' : 'South')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
