import { GetEdgeToken, GetMarketLink, GetRole, RedeemMarketToken } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { EdgeTokens } from '../../../../edge/src/lib/edge-token.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import {
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnOne,
  type TestUser,
  type World,
} from '../../testing/index.ts'
import { forgetExpired } from '../account/forget-expired.ts'
import { marketTokens, users } from '../account/table.ts'
import { publicKeys } from '../keys/index.ts'

const MARKET = {
  MARKET_URL: 'https://market.example.org/enter?from=tessera',
  PUBLIC_URL: 'https://tessera.example.org',
}
const RETURN_URL = 'https://tessera.example.org/model?id=1'
const INVALID = 'market.ticket-invalid'

async function linkOf(w: World, user: TestUser): Promise<URL> {
  return new URL((await call(w, GetMarketLink, { returnUrl: RETURN_URL }, { user })).result.url)
}
const tokenOf = async (w: World, user: TestUser) => (await linkOf(w, user)).searchParams.get('token') ?? ''
const redeem = (w: World, token: string) => call(w, RedeemMarketToken, { token })

describeOnOne(
  'a link to the market',
  (world) => {
    test('issues a link to the market with user, return address, and a token that is not the session', {
      meta: { spec: 'screens.market-single-sign-on' },
    }, async () => {
      const w = world()
      const user = await buildUser(w, { displayName: '李 雷 & co', avatar: 'pictures/a.png' })
      const link = await linkOf(w, user)
      expect(`${link.origin}${link.pathname}`).toBe('https://market.example.org/enter')
      const { token, ...handed } = Object.fromEntries(link.searchParams)
      expect(handed).toEqual({
        from: 'tessera',
        username: user.username,
        realname: '李 雷 & co',
        avatar: 'pictures/a.png',
        returnUrl: RETURN_URL,
      })
      expect(link.href).not.toContain(user.token)
      expect(decodeProtectedHeader(token ?? '')).toMatchObject({ alg: 'EdDSA', typ: 'market+jwt' })
      const claims = decodeJwt(token ?? '')
      expect(claims).toMatchObject({ aud: 'https://market.example.org', sub: user.userId, purpose: 'market' })
      expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
      expect(JSON.stringify(await w.db.select().from(marketTokens))).not.toContain(claims.jti)
      expect((await call(w, GetRole, {}, { user: { ...user, token: token ?? '' } })).status).toBe(401)
    })

    test('reveals the user of a token to the market only once', {
      meta: { spec: 'screens.market-single-sign-on' },
    }, async () => {
      const w = world()
      const user = await buildUser(w, { displayName: '李雷' })
      const token = await tokenOf(w, user)
      expect((await listPlatformLog(w.db)).at(-1)).toMatchObject({
        kind: 'market.token-issued',
        data: { userId: user.userId, market: 'https://market.example.org' },
      })
      expect((await redeem(w, token)).result).toEqual({
        userId: user.userId,
        username: user.username,
        displayName: '李雷',
        avatar: null,
      })
      expect((await redeem(w, token)).error).toBe(INVALID)
    })

    test('accepts a market token for one minute only', async () => {
      const w = world()
      w.clock.stop()
      const user = await buildUser(w)
      const [early, late] = [await tokenOf(w, user), await tokenOf(w, user)]
      w.clock.advance(59 * SECOND_MS)
      expect((await redeem(w, early)).error).toBeUndefined()
      w.clock.advance(2 * SECOND_MS)
      expect((await redeem(w, late)).error).toBe(INVALID)
      expect(await w.db.$count(marketTokens, eq(marketTokens.userId, user.userId))).toBe(1)
      w.clock.advance(DAY_MS)
      await forgetExpired(w.deps)
      expect(await w.db.$count(marketTokens, eq(marketTokens.userId, user.userId))).toBe(0)
    })

    test('refuses a market token of a user whom the operator has locked meanwhile', async () => {
      const w = world()
      const user = await buildUser(w)
      const token = await tokenOf(w, user)
      await w.db.update(users).set({ lockedTime: w.clock.now() }).where(eq(users.id, user.userId))
      expect((await redeem(w, token)).error).toBe(INVALID)
    })

    test('accepts no other token of the platform as a market token, whatever the token claims', {
      meta: { spec: 'screens.market-single-sign-on' },
    }, async () => {
      const w = world()
      const party = await buildParty(w)
      const { token } = (await call(w, GetEdgeToken, { partyId: party.partyId }, { user: party.admin, party })).result
      expect((await redeem(w, token)).error).toBe(INVALID)
      const good = decodeJwt(await tokenOf(w, party.admin))
      const { privateKey, kid } = await w.deps.keys.signing()
      const sign = (claims: object, typ: string) =>
        new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'EdDSA', kid, typ }).sign(privateKey)
      for (const [claims, typ] of [
        [{}, 'JWT'],
        [{ purpose: 'edge' }, 'market+jwt'],
        [{ aud: 'https://other.example.org' }, 'market+jwt'],
        [{ aud: `edge:${party.partyId}` }, 'market+jwt'],
        [{ sub: party.member.userId }, 'market+jwt'],
        [{ jti: 'another' }, 'market+jwt'],
        [{ jti: undefined }, 'market+jwt'],
        [{ exp: undefined }, 'market+jwt'],
      ] as const) {
        expect((await redeem(w, await sign(claims, typ))).error).toBe(INVALID)
      }
      for (const text of ['', 'x', 'a.b.c', party.admin.token]) expect((await redeem(w, text)).error).toBe(INVALID)
      // Only the changed part makes the token invalid: the platform accepts an unchanged token.
      expect((await redeem(w, await sign({}, 'market+jwt'))).result.userId).toBe(party.admin.userId)
    })

    test('refuses a market token at an edge', async () => {
      const w = world()
      const party = await buildParty(w)
      const edge = new EdgeTokens({
        partyId: () => party.partyId,
        keys: () => published,
        shutOut: () => null,
        now: () => w.clock.now(),
      })
      const published = (await publicKeys(w.deps)) as unknown as JSONWebKeySet
      const show = (token: string) => edge.authenticate({ headers: { 'x-access-token': token }, query: {} } as never)
      const edgeToken = await call(w, GetEdgeToken, { partyId: party.partyId }, { user: party.admin, party })
      expect((await show(edgeToken.result.token)).userId).toBe(party.admin.userId)
      await expect(show(await tokenOf(w, party.admin))).rejects.toMatchObject({ code: 'edge.token-refused' })
    })

    test.each([
      'https://tessera.example.org.evil.example/',
      'https://evil.example/',
      'https://tessera.example.org@evil.example/',
      'https://user@tessera.example.org/',
      'https://user:pass@tessera.example.org/',
      'https://tessera.example.org\\@evil.example/',
      'https:\\\\tessera.example.org/',
      'https://tessera.example.org/\\evil.example',
      'https://evil.example\\tessera.example.org/',
      '//tessera.example.org/',
      '//evil.example/',
      '/home',
      '',
      'http://tessera.example.org/',
      'https://tessera.example.org:8443/',
      'https://sub.tessera.example.org/',
      'https://tessera.example.org./',
      'https://TESSERA.example.org/',
      ' https://tessera.example.org/',
      'https://tessera.example.org/\t',
      'https://tesse\nra.example.org/',
      'javascript:alert(1)//https://tessera.example.org/',
      'data:text/html,https://tessera.example.org/',
      'blob:https://tessera.example.org/1',
    ])(
      'refuses %j as the address to which the market returns',
      { meta: { spec: 'screens.market-single-sign-on' } },
      async (returnUrl) => {
        const w = world()
        const answer = await call(w, GetMarketLink, { returnUrl }, { user: await buildUser(w) })
        expect(answer.error).toBe('market.return-refused')
      },
    )

    test.each(['https://tessera.example.org', 'https://tessera.example.org/', 'https://tessera.example.org/a?b=c#d'])(
      'accepts %s as the address to which the market returns',
      async (returnUrl) => {
        const w = world()
        const { url } = (await call(w, GetMarketLink, { returnUrl }, { user: await buildUser(w) })).result
        expect(new URL(url).searchParams.get('returnUrl')).toBe(new URL(returnUrl).href)
      },
    )

    test('requires a session for a market link, and issues at most thirty a minute', async () => {
      const w = world()
      w.clock.stop()
      const user = await buildUser(w)
      expect((await call(w, GetMarketLink, { returnUrl: RETURN_URL })).status).toBe(401)
      for (let i = 0; i < 30; i++) await linkOf(w, user)
      const more = await call(w, GetMarketLink, { returnUrl: RETURN_URL }, { user })
      expect(more).toMatchObject({ status: 429, error: 'request.too-many' })
    })

    test('limits attempts to redeem market tokens', async () => {
      const w = world()
      w.clock.stop()
      w.clock.advance(MINUTE_MS)
      for (let i = 0; i < 300; i++) expect((await redeem(w, 'x')).status).toBe(200)
      expect(await redeem(w, 'x')).toMatchObject({ status: 429, error: 'request.too-many' })
      w.clock.advance(MINUTE_MS)
    })
  },
  MARKET,
)

describeOn(
  'server',
  'two concurrent calls of the market',
  (world) => {
    test('lets one of two concurrent calls redeem a market token', async () => {
      const w = world()
      const user = await buildUser(w)
      for (let i = 0; i < 5; i++) {
        const token = await tokenOf(w, user)
        const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(w, token)))
        expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
      }
    })
  },
  MARKET,
)

describeOnOne('without a market', (world) => {
  test('reports from both calls that no market is configured', async () => {
    const w = world()
    const user = await buildUser(w)
    const link = await call(w, GetMarketLink, { returnUrl: w.settings.PUBLIC_URL }, { user })
    expect([link.error, (await redeem(w, 'x')).error]).toEqual(['market.not-configured', 'market.not-configured'])
  })
})
