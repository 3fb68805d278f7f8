import { AppError, type EdgeSession, type RemovedDataset } from '@tessera/contract'
import {
  BringBack,
  DeleteRows,
  EndEdgeSession,
  GetEdgeSession,
  GetSigning,
  ListRemoved,
  OpenEdgeSession,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { enterAs } from '../lib/own-edge.ts'
import { signing } from '../testing/signing.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { RemovedPage } from './RemovedPage.tsx'

const PIN = 'Your PIN for this edge'
beforeEach(() => {
  history.replaceState(null, '', '/removed-data')
  enterAs('edge-token')
})

const [openTime, endTime] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T20:00:00Z')]
const session = (): EdgeSession => ({ username: 'alice', displayName: 'Alice', role: 'signer', openTime, endTime })

const heart = (change: Partial<RemovedDataset> = {}): RemovedDataset => ({
  id: 'r1',
  name: 'Heart',
  contentType: 'tabular',
  rowCount: 240,
  sizeBytes: 4096,
  createdBy: 'Alice',
  removedTime: new Date('2026-11-20T08:00:00Z'),
  because: 'unlisted',
  eraseTime: null,
  ...change,
})

test('lets a signer delete removed rows for good with the PIN, after showing the consequence', {
  meta: { spec: 'calls.collectFileMeta/delete' },
}, async () => {
  let removed = heart()
  const { calls } = fakeServer(
    on(GetEdgeSession, session),
    on(GetSigning, () => signing()),
    on(ListRemoved, () => [removed]),
    on(DeleteRows, () => {
      removed = heart({ eraseTime: new Date('2026-12-03T08:00:00Z') })
      return removed
    }),
  )
  renderPage(<RemovedPage username="alice" />, { language: 'en' })
  const list = await screen.findByRole('list', { name: 'Removed' })
  expect(list.textContent).toMatch(/Heart.*240 rows, 4.*uploaded by Alice.*Deleted in the console.*stored/)
  await userEvent.click(within(list).getByRole('button', { name: 'Delete the data of Heart' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the data of Heart?' })
  expect(dialog.textContent).toContain('The data (240 rows) is deleted from the disk of this edge in 7 days')
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  await waitFor(() => expect(list.textContent).toContain('files will be deleted'))
  expect(calls.find(({ path }) => path.endsWith('/delete'))?.input).toMatchObject({ proof: { pin: '202620' } })
  expect(within(list).queryByRole('button', { name: 'Delete the data of Heart' })).toBeNull()
  expect(within(list).getByRole('button', { name: 'Restore Heart' })).toBeTruthy()
})

test('restores an overwritten dataset under a new name (in Chinese)', async () => {
  let all = [heart({ because: 'overwritten' })]
  fakeServer(
    on(GetEdgeSession, session),
    on(GetSigning, () => signing()),
    on(ListRemoved, () => all),
    on(BringBack, () => {
      all = []
      return { datasetId: 'd9', name: 'Heart 2' }
    }),
  )
  renderPage(<RemovedPage username="alice" />)
  await userEvent.click(await screen.findByRole('button', { name: '恢复 Heart' }))
  const dialog = await screen.findByRole('dialog', { name: '恢复 Heart？' })
  await userEvent.type(within(dialog).getByLabelText('您在该数据节点的 PIN'), '202620{Enter}')
  expect(await screen.findByText('Heart 2 已恢复到我的数据。')).toBeTruthy()
  expect(await screen.findByText('没有已移除的数据')).toBeTruthy()
})

test('names the signers to a member who is not a signer, and requests no removed data', async () => {
  const { calls } = fakeServer(
    on(GetEdgeSession, session),
    on(GetSigning, () => signing({ isSigner: false, isMember: false })),
  )
  renderPage(<RemovedPage username="alice" />, { language: 'en' })
  expect(
    await screen.findByText(/Only the signers of this edge can restore or delete removed data: Alice, Bob/),
  ).toBeTruthy()
  expect(calls.some(({ path }) => path === ListRemoved.path)).toBe(false)
})

test('shows no removed data before log-in and after log-out', {
  meta: { spec: 'roles.edge-member-list' },
}, async () => {
  let isIn = false
  const { calls } = fakeServer(
    on(GetEdgeSession, () => (isIn ? session() : null)),
    on(OpenEdgeSession, ({ proof }) => {
      if (!('pin' in proof) || proof.pin !== '202620') throw new AppError('signing.pin-wrong', { left: 4 })
      isIn = true
      return session()
    }),
    on(EndEdgeSession, () => {
      isIn = false
      return null
    }),
    on(GetSigning, () => signing()),
    on(ListRemoved, () => [heart()]),
  )
  renderPage(<RemovedPage username="alice" />, { language: 'en' })
  const pin = await screen.findByLabelText(PIN)
  expect((screen.getByLabelText('Your user name') as HTMLInputElement).value).toBe('alice')
  expect(calls.some(({ path }) => path === ListRemoved.path || path === GetSigning.path)).toBe(false)
  await userEvent.type(pin, '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/4 more failed attempts/)
  await userEvent.type(pin, '202620{Enter}')
  expect(await screen.findByRole('list', { name: 'Removed' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByLabelText(PIN)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Removed' })).toBeNull()
})
