import type { Proof, SigningAct } from '@tessera/contract'
import { AddPasskey, ConfirmAddress, GetPasskeyOptions, GetSigning, MakeSigningChallenge } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authenticator } from '../../testing/authenticator.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, until, type World } from '../../testing/world.ts'

/** The current address of the edge. It joined under another address. */
const edgeUrl = 'https://edge.new-name.example'
const proof: Proof = { pin: PIN }

let world: World
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'], edgeUrl })
  await world.connect()
})
afterAll(() => world.close())

const reported = () => world.fake.heartbeats.flatMap(({ address }) => address?.edgeUrl ?? [])
const confirm = (as: Parameters<World['call']>[2], more: object = {}) =>
  world.call(ConfirmAddress, { edgeUrl, proof, ...more }, as)
const move = async () => (await world.call(GetSigning, {}, person('dora'))).move

test('reports the previous address to the platform until a signer confirms another one, for every origin of the change', {
  meta: { spec: 'roles.edge-address-change', claim: 'replacement.redirected-address' },
}, async () => {
  await until(() => reported().length > 0)
  expect(await move()).toEqual({ from: world.join.edgeUrl, to: edgeUrl })
  const token = await world.fake.edgeToken(person('dora', { role: 'admin' }))
  await expect(confirm({ token })).rejects.toMatchObject({ code: 'edge.session-required' })
  await expect(confirm(person('rita'))).rejects.toMatchObject({ code: 'grant.not-signer' })
  const browser = await world.openSession('dora')
  await expect(confirm(browser, { proof: { pin: '000000' } })).rejects.toMatchObject({ code: 'signing.pin-wrong' })
  await expect(confirm(browser, { edgeUrl: 'https://elsewhere.example' })).rejects.toMatchObject({
    code: 'signing.no-such-move',
  })
  expect(await move()).toEqual({ from: world.join.edgeUrl, to: edgeUrl })
  expect(new Set(reported())).toEqual(new Set([world.join.edgeUrl]))
})

test("accepts, for an address, only a passkey's signature of exactly that address", {
  meta: { claim: 'replacement.redirected-address' },
}, async () => {
  const [browser, key] = [await world.openSession('dora'), new Authenticator('edge.new-name.example')]
  const { challenge } = await world.call(GetPasskeyOptions, {}, browser)
  await world.call(AddPasskey, { registration: key.register({ origin: edgeUrl, challenge }), proof }, browser)
  const act: SigningAct = { kind: 'confirm-address', edgeUrl: 'https://elsewhere.example' }
  const options = await world.call(MakeSigningChallenge, { act }, browser)
  const passkey = key.answer({ origin: edgeUrl, challenge: String(options.challenge) })
  await expect(confirm(browser, { proof: { passkey } })).rejects.toMatchObject({ code: 'signing.passkey-refused' })
  expect(await move()).not.toBeNull()
})

test('lets a signer confirm the address with PIN or passkey, logs it, and reports it to the platform at once', {
  meta: { spec: 'roles.edge-address-change' },
}, async () => {
  await confirm(await world.openSession('dora'))
  await until(() => reported().includes(edgeUrl))
  expect(world.decisions('address-confirmed').map(({ data }) => data)).toEqual([
    { edgeUrl, before: world.join.edgeUrl, by: 'dora', userId: expect.any(String), factor: 'pin' },
  ])
  expect(await move()).toBeNull()
  await expect(confirm(await world.openSession('dora'))).rejects.toMatchObject({ code: 'signing.no-such-move' })
})
