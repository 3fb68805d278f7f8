import { createPublicKey } from 'node:crypto'
import { HANDOVER_HOURS, HANDOVER_TYPE, type Proof, type SigningAct } from '@tessera/contract'
import { AddPasskey, GetPasskeyOptions, HandOver, MakeSigningChallenge } from '@tessera/contract/wire'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Authenticator } from '../../testing/authenticator.ts'
import { person } from '../../testing/fake-platform.ts'
import { buildWorld, PIN, type World } from '../../testing/world.ts'
import { fingerprint, openKeys, publicPem } from '../link/identity.ts'

const ORIGIN = 'http://localhost:1'
const proof: Proof = { pin: PIN }
const to = 'ab'.repeat(32)
const edgeUrl = 'https://new.hospital.example'

let world: World
beforeAll(async () => {
  world = await buildWorld({ signers: ['dora'] })
})
afterAll(() => world.close())

test("signs a handover for one key and one address at a signer's request; it is valid for one day and is logged first", {
  meta: { spec: 'roles.edge-replacement' },
}, async () => {
  const browser = await world.openSession('dora')
  const { text, endTime } = await world.call(HandOver, { to, edgeUrl, proof }, browser)
  const { link } = await openKeys(world.dataDir)
  const { payload } = await jwtVerify(text, createPublicKey(publicPem(link)), { typ: HANDOVER_TYPE })
  expect(payload).toMatchObject({ partyId: '1001', from: fingerprint(link), to, edgeUrl })
  expect(endTime.getTime() - world.now().getTime()).toBeLessThanOrEqual(HANDOVER_HOURS * 3_600_000)
  expect(world.decisions('handed-over').at(-1)?.data).toMatchObject({ to, edgeUrl, by: 'dora', factor: 'pin' })
})

test("refuses to sign a handover for a caller with the platform's key or for a reader", {
  meta: { claim: 'replacement.unauthorized-approval' },
}, async () => {
  const token = await world.fake.edgeToken(person('dora', { role: 'admin' }))
  await expect(world.call(HandOver, { to, edgeUrl, proof }, { token })).rejects.toMatchObject({
    code: 'edge.session-required',
  })
  await expect(world.call(HandOver, { to, edgeUrl, proof }, person('rita'))).rejects.toMatchObject({
    code: 'grant.not-signer',
  })
  const browser = await world.openSession('dora')
  await expect(world.call(HandOver, { to, edgeUrl, proof: { pin: '000000' } }, browser)).rejects.toMatchObject({
    code: 'signing.pin-wrong',
  })
})

test("accepts, for a handover, only a passkey's signature for exactly that machine", {
  meta: { claim: 'replacement.passkey-other-machine' },
}, async () => {
  const [browser, key] = [await world.openSession('dora'), new Authenticator('localhost')]
  const { challenge } = await world.call(GetPasskeyOptions, {}, browser)
  await world.call(AddPasskey, { registration: key.register({ origin: ORIGIN, challenge }), proof }, browser)
  const requestHandOver = async (act: SigningAct) => {
    const options = await world.call(MakeSigningChallenge, { act }, browser)
    const passkey = key.answer({ origin: ORIGIN, challenge: String(options.challenge) })
    return world.call(HandOver, { to, edgeUrl, proof: { passkey } }, browser)
  }
  for (const other of [
    { to: 'cd'.repeat(32), edgeUrl },
    { to, edgeUrl: 'https://elsewhere.example' },
  ]) {
    await expect(requestHandOver({ kind: 'hand-over', ...other })).rejects.toMatchObject({
      code: 'signing.passkey-refused',
    })
  }
  expect((await requestHandOver({ kind: 'hand-over', to, edgeUrl })).text).toBeTruthy()
})
