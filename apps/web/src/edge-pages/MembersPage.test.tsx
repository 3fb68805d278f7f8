import { AppError, type EdgeMember, type Input } from '@tessera/contract'
import {
  AddEdgeMember,
  AddMachineKey,
  ChangeEdgeMember,
  ConfirmAddress,
  GetEdgeSession,
  GetSigning,
  HandOver,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { enterAs } from '../lib/own-edge.ts'
import * as files from '../lib/save-file.ts'
import { session, signing } from '../testing/signing.ts'
import { fakeServer, on, renderPage } from '../testing/world.tsx'
import { MembersPage } from './MembersPage.tsx'

const PIN = 'Your PIN for this edge'
beforeEach(() => {
  history.replaceState(null, '', '/members')
  enterAs('edge-token')
})

const show = () => renderPage(<MembersPage username={null} />, { language: 'en' })
async function openPinDialog() {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Change PIN' }))
  return screen.findByRole('dialog')
}

test('lets a signer add a member to the edge, and shows the member’s one-time code once', async () => {
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(AddEdgeMember, () => ({ code: 'ABCD-EFGH-JKLM' })),
  )
  show()
  const panel = await screen.findByRole('region', { name: 'Add a member' })
  await userEvent.type(within(panel).getByLabelText(PIN), '202620{Enter}')
  expect(await within(panel).findByText('Enter the user name.')).toBeTruthy()
  expect(calls.some(({ path }) => path === AddEdgeMember.path)).toBe(false)

  await userEvent.type(within(panel).getByLabelText('User name on the platform'), ' carol ')
  await userEvent.type(within(panel).getByLabelText('Name'), 'Carol')
  await userEvent.type(within(panel).getByLabelText(PIN), '202620{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'One-time code for Carol' })
  expect(within(dialog).getByText('ABCD-EFGH-JKLM')).toBeTruthy()
  const added = calls.find(({ path }) => path === AddEdgeMember.path)
  expect(added?.input).toEqual({
    username: 'carol',
    displayName: 'Carol',
    role: 'reader',
    department: '',
    proof: { pin: '202620' },
  })
})

test('names the member before a removal, and shows a refusal in the dialog', async () => {
  let isLast = true
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(RemoveEdgeMember, () => {
      if (isLast) throw new AppError('signing.last-signer', { username: 'bob' })
      return null
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bob from the list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Bob from the list?' })
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/Apart from bob, no signer/)
  isLast = false
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ path }) => path === RemoveEdgeMember.path)?.input).toEqual({
    username: 'bob',
    proof: { pin: '202620' },
  })
})

test('lets a signer change a member’s role and department, and issue a new one-time code', {
  meta: { spec: 'roles.edge-member-list' },
}, async () => {
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(ChangeEdgeMember, () => null),
    on(ResetEdgeMember, () => ({ code: 'ABCD-EFGH-JKLM' })),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Change role and department of Bob' }))
  const change = await screen.findByRole('dialog', { name: 'Change role and department of Bob' })
  // A browser allows only one checked radio button per name, so the form behind the dialog must use another name.
  const behind = within(screen.getByRole('region', { name: 'Add a member', hidden: true }))
  const nameOf = (radio: HTMLElement) => radio.getAttribute('name')
  const own = within(change).getAllByRole('radio').map(nameOf)
  expect(new Set(own).size).toBe(1)
  expect(own).not.toContain(nameOf(behind.getByRole('radio', { name: 'reader', hidden: true })))
  expect(within(change).getByRole('radio', { checked: true })).toHaveProperty('value', 'signer')
  await userEvent.click(within(change).getByRole('radio', { name: 'reader' }))
  await userEvent.type(within(change).getByLabelText(/Department/), 'A01')
  await userEvent.type(within(change).getByLabelText(PIN), '202620{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const changed = { username: 'bob', role: 'reader', department: 'A01', proof: { pin: '202620' } }
  expect(calls.find(({ path }) => path === ChangeEdgeMember.path)?.input).toEqual(changed)

  await userEvent.click(screen.getByRole('button', { name: 'New one-time code for Alice' }))
  const reset = await screen.findByRole('dialog', { name: 'New one-time code for Alice' })
  expect(within(reset).getByText(/stop working immediately/)).toBeTruthy()
  await userEvent.type(within(reset).getByLabelText(PIN), '202620{Enter}')
  expect(await screen.findByText('ABCD-EFGH-JKLM')).toBeTruthy()
})

test('changes a PIN after the current PIN is given as proof', async () => {
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(SetSigningPin, () => null),
  )
  const dialog = await openPinDialog()
  await userEvent.type(within(dialog).getByLabelText('New PIN'), '777777')
  await userEvent.type(within(dialog).getByLabelText('Repeat new PIN'), '777777')
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  await waitFor(() =>
    expect(calls.find(({ path }) => path === SetSigningPin.path)?.input).toEqual({
      pin: '777777',
      proof: { pin: '202620' },
    }),
  )
})

test('refuses a pasted PIN that is too long instead of truncating it', async () => {
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(SetSigningPin, () => null),
  )
  const dialog = await openPinDialog()
  const paste = async (pin: string) => {
    for (const label of ['New PIN', 'Repeat new PIN']) {
      await userEvent.clear(within(dialog).getByLabelText(label))
      await userEvent.click(within(dialog).getByLabelText(label))
      await userEvent.paste(pin)
    }
  }
  await paste('7'.repeat(70))
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  expect(await within(dialog).findByText('At most 64 characters.')).toBeTruthy()
  expect(calls.some(({ path }) => path === SetSigningPin.path)).toBe(false)

  // Like the edge, the page counts characters as code points.
  const longest = '🔑'.repeat(64)
  await paste(longest)
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  await waitFor(() =>
    expect(calls.find(({ path }) => path === SetSigningPin.path)?.input).toMatchObject({ pin: longest }),
  )
})

test('shows the member list read-only to a member who is not a signer', async () => {
  fakeServer(on(GetSigning, () => signing({ username: 'eve', isSigner: false, isMember: false, hasPin: false })))
  show()
  const list = await screen.findByRole('list', { name: 'Members' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(within(list).getByText('no PIN yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /from the list|PIN/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Add a member' })).toBeNull()
})

test('marks members from the identity provider, and does not let a signer edit their role or department', async () => {
  const [alice, bob] = signing().members
  const members = [alice, { ...bob, addedBy: null, fromProvider: true }] as EdgeMember[]
  fakeServer(on(GetSigning, () => signing({ members })))
  renderPage(<MembersPage username={null} />, { language: 'en' })
  const list = await screen.findByRole('list', { name: 'Members' })
  expect(list.textContent).toMatch(/Bob.*by your party’s identity provider.*logs in through the identity provider/)
  expect(within(list).queryByRole('button', { name: 'Change role and department of Bob' })).toBeNull()
  expect(within(list).getByRole('button', { name: 'Remove Bob from the list' })).toBeTruthy()
  expect(within(list).getByRole('button', { name: 'Change role and department of Alice' })).toBeTruthy()
})

test('creates a key pair for a program: the private key goes into the file, the public key to the edge', {
  meta: { spec: 'roles.edge-program-keys' },
}, async () => {
  vi.stubGlobal('isSecureContext', true)
  const saved = vi.spyOn(files, 'saveAs').mockImplementation(() => {})
  const endTime = new Date('2026-04-05T08:00:00Z')
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(AddMachineKey, () => ({ endTime })),
  )
  show()
  const panel = await screen.findByRole('region', { name: 'Give a program read access' })
  await userEvent.type(within(panel).getByLabelText('Name of the program'), ' nightly ')
  await userEvent.type(within(panel).getByLabelText(/Department/), 'A01')
  await userEvent.type(within(panel).getByLabelText(PIN), '202620{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Key of nightly' })
  const { input } = calls.find(({ path }) => path === AddMachineKey.path) ?? {}
  const { publicKey, ...request } = input as Input<typeof AddMachineKey>
  expect(request).toEqual({ username: 'nightly', department: 'A01', days: 90, proof: { pin: '202620' } })
  expect(Object.keys(publicKey).sort()).toEqual(['crv', 'kty', 'x', 'y'])

  await userEvent.click(within(dialog).getByRole('button', { name: 'Save file' }))
  const [content, fileName] = saved.mock.calls[0] as [Blob, string]
  expect(fileName).toBe('tessera-key-nightly.json')
  const file = JSON.parse(await content.text())
  expect(file).toMatchObject({ edge: location.origin, name: 'nightly', until: endTime.toISOString(), key: publicKey })
  expect(file.key.d).toHaveLength(43)
  vi.unstubAllGlobals()
})

test('lists a program with the expiry date of its key, and offers only its removal', async () => {
  const [alice] = signing().members as [EdgeMember]
  const program = { ...alice, role: 'reader', hasPin: false, addedBy: 'alice' } as const
  const members = [
    alice,
    { ...program, username: 'nightly', displayName: 'nightly', machineEnd: new Date('2099-04-05T08:00:00Z') },
    { ...program, username: 'old', displayName: 'old', machineEnd: new Date('2020-04-05T08:00:00Z') },
  ]
  fakeServer(on(GetSigning, () => signing({ members })))
  show()
  const list = await screen.findByRole('list', { name: 'Members' })
  expect(within(list).getByText(/program with a key, valid until .*2099/)).toBeTruthy()
  expect(within(list).getByText(/program whose key expired .*2020/)).toBeTruthy()
  expect(within(list).queryByRole('button', { name: /(Change|code).*nightly/ })).toBeNull()
  await userEvent.click(within(list).getByRole('button', { name: 'Remove nightly from the list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove nightly from the list?' })
  expect(dialog.textContent).toContain('The key of nightly stops working immediately')
})

test('lets a signer with a session approve another machine, and shows the approval text', {
  meta: { spec: 'roles.edge-replacement' },
}, async () => {
  const { calls } = fakeServer(
    on(GetSigning, () => signing()),
    on(GetEdgeSession, () => session()),
    on(HandOver, () => ({ text: 'the.edges.word', endTime: new Date('2026-01-06T08:00:00Z') })),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve another machine' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move this edge to another machine' })
  const key = await within(dialog).findByLabelText(/Key of the other machine/)
  await userEvent.type(key, 'abc')
  await userEvent.type(within(dialog).getByLabelText(/Address/), 'https://new.hospital.example/')
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  expect(await within(dialog).findByText('A key consists of 64 digits and letters from a to f.')).toBeTruthy()
  expect(calls.some(({ path }) => path === HandOver.path)).toBe(false)
  await userEvent.clear(key)
  await userEvent.type(key, 'AB'.repeat(32))
  await userEvent.type(within(dialog).getByLabelText(PIN), '202620{Enter}')
  expect(await within(dialog).findByText('the.edges.word')).toBeTruthy()
  expect(calls.find(({ path }) => path === HandOver.path)?.input).toEqual({
    to: 'ab'.repeat(32),
    edgeUrl: 'https://new.hospital.example',
    proof: { pin: '202620' },
  })
})

test('shows a new address of the edge until a signer with a session confirms it', {
  meta: { spec: 'roles.edge-address-change' },
}, async () => {
  const move = { from: 'https://edge.hospital.example', to: 'https://edge.new-name.example' }
  const state = { isDone: false }
  const { calls } = fakeServer(
    on(GetSigning, () => signing({ move: state.isDone ? null : move })),
    on(GetEdgeSession, () => session()),
    on(ConfirmAddress, () => {
      state.isDone = true
      return null
    }),
  )
  show()
  const panel = await screen.findByRole('region', { name: 'New address of this edge' })
  expect(panel.textContent).toContain(`to ${move.from} until a signer confirms`)
  await userEvent.click(within(panel).getByRole('button', { name: 'Confirm new address' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText(PIN), '202620{Enter}')
  expect(await screen.findByText(`The platform now sends your members’ browsers to ${move.to}.`)).toBeTruthy()
  const requests = calls.filter(({ path }) => path === ConfirmAddress.path)
  expect(requests.map(({ input }) => input)).toEqual([{ edgeUrl: move.to, proof: { pin: '202620' } }])
})

test('shows the edge’s new address to a reader without a button to confirm it', async () => {
  const move = { from: 'https://edge.hospital.example', to: 'https://edge.new-name.example' }
  fakeServer(on(GetSigning, () => signing({ isSigner: false, move })))
  show()
  expect(await screen.findByRole('region', { name: 'New address of this edge' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm new address' })).toBeNull()
})
