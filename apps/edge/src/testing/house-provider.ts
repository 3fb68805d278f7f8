import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

const CLIENT = { id: 'edge-of-the-house', secret: 'a secret of the house' }

/** An organisation's identity provider on a local port. Tests can make it return wrong responses or none. */
export class House {
  /** Claims of each user, by subject. */
  readonly people = new Map<string, { preferred_username?: string; name?: string; groups?: string[] }>()
  /** Changes an ID token before it is sent to the edge. */
  twist: ((claims: JWTPayload) => { claims: JWTPayload; byAnother?: boolean } | null) | null = null
  isAway = false
  /**
   * Subject of the user whose browser already has a session at the identity provider. If it is null, the provider
   * denies the log-in.
   */
  atBrowser: string | null = null
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #provider: Provider | undefined
  #key: CryptoKey | undefined

  async start(returnUrl: string) {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.#key = privateKey
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] }],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'house', alg: 'RS256', use: 'sig' }] as never },
      claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'] },
      cookies: { keys: ['of the house'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => {
        const profile = this.people.get(accountId)
        return profile && { accountId, claims: () => ({ sub: accountId, ...profile }) }
      },
      // The provider does not ask users for consent, because it belongs to their own organisation.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: CLIENT.id,
          accountId: String(oidc.session?.accountId),
        })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
    })
    return this
  }

  get issuer() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Returns the identity provider in the form of an edge's settings. */
  options(returnUrl: string) {
    return {
      issuer: this.issuer,
      returnUrl,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret as string | undefined,
      name: 'First Hospital',
      scope: 'openid profile',
      groupsClaim: 'groups',
      usernameClaim: 'preferred_username',
      groups: [
        { group: 'data-office', role: 'signer' as const, department: '' },
        { group: 'cardiology', role: 'reader' as const, department: 'A01' },
        { group: 'surgery', role: 'reader' as const, department: 'B01' },
      ],
    }
  }

  /**
   * Follows the redirects of a log-in as a browser does, and returns the query with which the browser returns to the
   * edge.
   */
  async logIn(url: string, subject: string | null): Promise<string> {
    this.atBrowser = subject
    const cookies = new Map<string, string>()
    let next = new URL(url)
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const to = answer.headers.get('location')
      if (to === null) throw new Error(`${answer.status} ${await answer.text()}`)
      next = new URL(to, next)
    }
    return next.search
  }

  async stop() {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    if (this.isAway) {
      request.socket.destroy()
      return
    }
    const provider = this.#provider as Provider
    if (request.url?.startsWith('/interaction/')) {
      const accountId = this.atBrowser
      const outcome = accountId === null ? { error: 'access_denied' } : { login: { accountId } }
      await provider.interactionFinished(request, response, outcome)
      return
    }
    if (request.url === '/token' && this.twist) this.#twistIdToken(response)
    provider.callback()(request, response)
  }

  #twistIdToken(response: ServerResponse) {
    const end = response.end.bind(response) as (text: string) => void
    response.end = ((body: string) => {
      void this.#twisted(String(body)).then((text) => {
        response.setHeader('content-length', Buffer.byteLength(text))
        end(text)
      })
      return response
    }) as typeof response.end
  }

  async #twisted(body: string): Promise<string> {
    const { id_token, ...rest } = JSON.parse(body)
    if (!id_token || !this.twist) return body
    const twisted = this.twist(JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString()))
    if (!twisted) return JSON.stringify(rest)
    const key = twisted.byAnother ? (await generateKeyPair('RS256')).privateKey : (this.#key as CryptoKey)
    const signed = new SignJWT(twisted.claims).setProtectedHeader({ alg: 'RS256', kid: 'house' })
    return JSON.stringify({ ...rest, id_token: await signed.sign(key) })
  }
}
