import { statSync } from 'node:fs'
import { join } from 'node:path'
import { EdgeClaims, LINK_PATHS } from '@tessera/contract'
import { GetEdgeToken } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { rateLimits } from '../../db/table.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { openKeys } from '../../lib/keys.ts'
import { searchLog } from '../../lib/search-log.ts'
import { buildParty, buildUser, call, describeOnOne } from '../../testing/index.ts'
import { sessions } from '../account/table.ts'

describeOnOne('edge tokens', (world) => {
  const keysOf = async () => (await world().app.inject(LINK_PATHS.keys)).json() as JSONWebKeySet

  test('issues edge tokens that name the member and the party, are valid for ten minutes and can be verified offline', {
    meta: { spec: 'calls.token-and-logout' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const as = { user: party.member, party }
    const { token, expiresInSeconds } = (await call(w, GetEdgeToken, { partyId: party.partyId }, as)).result
    const keys = await keysOf()
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { audience: `edge:${party.partyId}` })
    expect(EdgeClaims.parse({ ...payload, tokenId: payload.jti })).toMatchObject({
      userId: party.member.userId,
      partyId: party.partyId,
      role: 'member',
      orgCode: 'A01',
    })
    expect([expiresInSeconds, Number(payload.exp) - Number(payload.iat)]).toEqual([600, 600])
    expect(keys.keys[0]).not.toHaveProperty('d')
    const foreign = jwtVerify(token, createLocalJWKSet(keys), { audience: 'edge:1' })
    await expect(foreign).rejects.toThrow('aud')
  })

  test('logs an edge token before it is issued, with user, edge, time and id, but not the token itself', {
    meta: { spec: 'roles.edge-token-log' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const as = { user: party.member, party }
    const tokens = []
    for (let one = 0; one < 2; one++) {
      tokens.push((await call(w, GetEdgeToken, { partyId: party.partyId }, as)).result.token)
    }
    const [first, second] = tokens.map((token) => decodeJwt(token))
    const issued = (await listPlatformLog(w.db)).filter(({ kind }) => kind === 'edge.token-issued')
    const { userId } = party.member
    const [session] = await w.db.select().from(sessions).where(eq(sessions.userId, userId))
    const sessionId = session?.id
    expect(sessionId).toBeTruthy()
    expect(issued.slice(-2).map(({ data }) => data)).toEqual([
      { userId, sessionId, partyId: party.partyId, tokenId: first?.jti },
      { userId, sessionId, partyId: party.partyId, tokenId: second?.jti },
    ])
    expect(first?.jti).not.toBe(second?.jti)
    expect(issued.slice(-2).map(({ time }) => Math.floor(new Date(time).getTime() / 1_000))).toEqual([
      first?.iat,
      second?.iat,
    ])
    for (const token of tokens) expect(JSON.stringify(issued)).not.toContain(token)
    const kinds = []
    for await (const { kind } of searchLog(w.db, { kind: 'edge.token-issued', partyId: party.partyId }))
      kinds.push(kind)
    expect(kinds).toHaveLength(2)
  })

  test('issues at most a thousand edge tokens an hour per user, so that they cannot flood the log', async () => {
    const w = world()
    const party = await buildParty(w)
    const as = { user: party.member, party }
    const input = { partyId: party.partyId }
    const key = `edge-token:${party.member.userId}`
    await w.db.insert(rateLimits).values({ key, windowStart: w.deps.clock.now(), count: 999 })
    expect((await call(w, GetEdgeToken, input, as)).error).toBeUndefined()
    const before = (await listPlatformLog(w.db)).length
    expect((await call(w, GetEdgeToken, input, as)).error).toBe('request.too-many')
    expect(await listPlatformLog(w.db)).toHaveLength(before)
  })

  test('refuses an edge token for a party of which the user is not a member', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const input = { partyId: party.partyId }
    expect((await call(w, GetEdgeToken, input)).status).toBe(401)
    expect((await call(w, GetEdgeToken, input, { user: await buildUser(w) })).error).toBe('party.required')
    expect((await call(w, GetEdgeToken, input, { user: other.admin, party })).error).toBe('party.not-member')
    expect((await call(w, GetEdgeToken, input, { user: other.admin, party: other })).error).toBe('party.not-member')
  })

  test('keeps the platform’s keys across a restart, in files that only the platform can read', async () => {
    const folder = join(world().settings.DATA_DIR, 'keys')
    const published = (await keysOf()).keys[0]
    expect((await openKeys(folder).signing()).jwk).toEqual(published)
    expect(statSync(join(folder, 'signing.pem')).mode & 0o777).toBe(0o600)
  })
})
