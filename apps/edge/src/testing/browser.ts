import { randomUUID } from 'node:crypto'
import { PROOF_HEADER } from '@tessera/contract'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** A browser, or a program, with a key of its own: it proves each request with it, as the edge's pages do. */
export class Browser {
  readonly #keys = generateKeyPair('ES256')
  readonly #now: () => Date

  constructor(now: () => Date = () => new Date()) {
    this.#now = now
  }

  /** `more` overrides any part, to make bad ones. */
  async proof(method: string, url: string, more: JWTPayload & { jwk?: object } = {}): Promise<string> {
    const { privateKey, publicKey } = await this.#keys
    const { jwk = await exportJWK(publicKey), ...claims } = more
    const usual = { htm: method, htu: url, iat: Math.floor(this.#now().getTime() / 1_000), jti: randomUUID() }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: jwk as never })
      .sign(privateKey)
  }

  async publicKey() {
    return exportJWK((await this.#keys).publicKey)
  }

  async headers(method: string, url: string) {
    return { [PROOF_HEADER]: await this.proof(method, url) }
  }
}
