import { type EdgeRole, fail, PROVIDER_LOGIN_MINUTES } from '@tessera/contract'
import type { Logger } from '@tessera/server'
import * as oidc from 'openid-client'
import type { Person } from '../../lib/edge-token.ts'

export interface Place {
  role: EdgeRole
  department: string
}

export interface ProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Display name of the identity provider, as members of the organisation know it. */
  name: string
  scope: string
  groupsClaim: string
  usernameClaim: string
  /** The groups whose users are accepted. The first group that the user is in determines role and department. */
  groups: readonly (Place & { group: string })[]
  /** Address to which the identity provider redirects browsers. */
  returnUrl: string
}

/** A user as the identity provider identifies them. */
export interface ProviderPerson {
  issuer: string
  subject: string
  username: string
  displayName: string
  /** Role and department, or undefined if the user is in no accepted group. */
  place: Place | undefined
}

interface Begun {
  keyId: string
  state: string
  nonce: string
  verifier: string
  /** The platform's user, if the browser came from the console. */
  user: Person | undefined
  expires: number
}

const GOOD_FOR_MS = PROVIDER_LOGIN_MINUTES * 60_000
/** Maximum number of pending log-ins in memory. Each key has at most one pending log-in. */
const MAX_BEGUN = 10_000
const PATIENCE_SECONDS = 10
/** Tolerated difference between the clocks of two machines of one organisation. */
const CLOCK_TOLERANCE_SECONDS = 60
/** Errors of the identity provider that concern an unknown or misconfigured edge, not the user. */
const OF_THE_EDGE = ['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type']

/**
 * The organisation's identity provider (OpenID Connect). Uses the code flow with PKCE, state and nonce, each for one
 * key and one use.
 */
export class HouseProvider {
  readonly options: ProviderOptions
  readonly #now: () => Date
  readonly #logger: Logger
  readonly #begun = new Map<string, Begun>()
  #known: Promise<oidc.Configuration> | undefined

  constructor(options: ProviderOptions, { now, logger }: { now: () => Date; logger: Logger }) {
    this.options = options
    this.#now = now
    this.#logger = logger
  }

  /** Returns the address at which the browser that holds this key logs in. */
  async begin(keyId: string, user: Person | undefined): Promise<string> {
    const config = await this.#reach()
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const expires = this.#now().getTime() + GOOD_FOR_MS
    this.#begun.delete(keyId)
    this.#begun.set(keyId, { keyId, state, nonce, verifier, user, expires })
    const [oldest] = this.#begun.keys()
    if (this.#begun.size > MAX_BEGUN && oldest !== undefined) this.#begun.delete(oldest)
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.options.returnUrl,
      scope: this.options.scope,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return url.href
  }

  /** Returns the user for the query with which the identity provider redirected the same browser back. */
  async finish(keyId: string, answer: string): Promise<{ person: ProviderPerson; user: Person | undefined }> {
    const begun = this.#begun.get(keyId)
    // The pending log-in cannot be used again, whether the response is valid or not.
    this.#begun.delete(keyId)
    if (!begun || begun.expires <= this.#now().getTime()) return this.#refuse()
    const config = await this.#reach()
    const url = new URL(this.options.returnUrl)
    url.search = answer
    try {
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        pkceCodeVerifier: begun.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims() as oidc.IDToken
      return { person: this.#personOf(await this.#withGroups(config, claims, tokens.access_token)), user: begun.user }
    } catch (error) {
      return this.#explain(error)
    }
  }

  /** Adds the claims of the user-info endpoint, because many providers do not include groups in the ID token. */
  async #withGroups(config: oidc.Configuration, claims: oidc.IDToken, accessToken: string): Promise<oidc.IDToken> {
    if (this.options.groupsClaim in claims || !config.serverMetadata().userinfo_endpoint) return claims
    return { ...(await oidc.fetchUserInfo(config, accessToken, claims.sub)), ...claims }
  }

  #personOf(claims: oidc.IDToken): ProviderPerson {
    const { issuer, usernameClaim, groupsClaim, groups } = this.options
    const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim().slice(0, 100) : '')
    const username = text(claims[usernameClaim]) || claims.sub
    const theirs = [claims[groupsClaim]].flat()
    const found = groups.find(({ group }) => theirs.includes(group))
    return {
      issuer,
      subject: claims.sub,
      username,
      displayName: text(claims.name) || username,
      place: found && { role: found.role, department: found.department },
    }
  }

  /**
   * Returns the metadata of the identity provider. They are requested at the first log-in, so that an edge can start
   * while the provider is unreachable.
   */
  async #reach(): Promise<oidc.Configuration> {
    this.#known ??= this.#discover()
    try {
      return await this.#known
    } catch (error) {
      this.#known = undefined
      return this.#explain(error)
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.options
    const url = new URL(issuer)
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const shows = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret)
    const config = await oidc.discovery(url, clientId, client, shows, {
      timeout: PATIENCE_SECONDS,
      // The settings allow http without TLS only for a provider on this machine.
      execute: [oidc.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    })
    config.timeout = PATIENCE_SECONDS
    return config
  }

  #explain(error: unknown): never {
    const { name, issuer } = this.options
    const why =
      error instanceof Error ? [error.message, reasonIn(error.cause)].filter(Boolean).join(': ') : String(error)
    this.#logger.warn(`${issuer}: ${why}`)
    if (isAway(error)) fail('provider.unreachable', { provider: name })
    const providerError =
      error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError
        ? error.error
        : undefined
    const isOfTheEdge = error instanceof oidc.WWWAuthenticateChallengeError || OF_THE_EDGE.includes(providerError ?? '')
    if (isOfTheEdge) fail('provider.unusable', { provider: name })
    if (error instanceof oidc.AuthorizationResponseError)
      fail('provider.declined', { provider: name, why: error.error })
    return this.#known === undefined ? fail('provider.unusable', { provider: name }) : this.#refuse()
  }

  #refuse(): never {
    return fail('provider.answer-refused', { provider: this.options.name })
  }
}

const reasonIn = (cause: unknown) => (cause instanceof Error ? cause.message : '')

/** Returns whether the identity provider did not respond or responded with a server error. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  const status = cause instanceof Response ? cause.status : 0
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT') ||
    status >= 500
  )
}
