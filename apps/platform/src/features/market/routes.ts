import { fail } from '@tessera/contract'
import { GetMarketLink, RedeemMarketToken } from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { limit, limitAddress } from '../../lib/limits.ts'
import { consoleOrigin } from '../../settings.ts'
import { findUser } from '../account/index.ts'
import { checkReturnUrl } from './return-url.ts'
import { issueMarketToken, redeemMarketToken } from './tokens.ts'

const LINKS_A_MINUTE = 30
/**
 * Limit of redeemed tokens per minute and address. It is high, because the market redeems the tokens of all its
 * visitors from one address.
 */
const REDEEMED_A_MINUTE = 300

export function marketRoutes(app: FastifyInstance, deps: Deps) {
  const { db, settings } = deps
  const marketUrl = () => new URL(settings.MARKET_URL ?? fail('market.not-configured'))

  serve(app, GetMarketLink, async ({ returnUrl }, actor) => {
    const url = marketUrl()
    const back = checkReturnUrl(returnUrl, consoleOrigin(settings))
    await limit(deps, `market:${actor.userId}`, LINKS_A_MINUTE, MINUTE_MS)
    const user = (await findUser(db, actor.userId)) ?? fail('session.expired')
    const handed = {
      token: await issueMarketToken(deps, user.id, url.origin),
      username: user.username,
      realname: user.displayName,
      avatar: user.avatar ?? '',
      returnUrl: back,
    }
    for (const [name, value] of Object.entries(handed)) url.searchParams.set(name, value)
    return { url: url.href }
  })
  serve(app, RedeemMarketToken, async ({ token }, _nobody, { request }) => {
    await limitAddress(deps, 'market', request.ip, REDEEMED_A_MINUTE, MINUTE_MS)
    const userId = await redeemMarketToken(deps, token, marketUrl().origin)
    const user = await findUser(db, userId)
    if (!user || user.lockedTime || user.deleteTime) return fail('market.ticket-invalid')
    const { username, displayName, avatar } = user
    return { userId, username, displayName, avatar }
  })
}
