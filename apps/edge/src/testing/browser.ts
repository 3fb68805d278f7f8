import { createHash, randomUUID } from 'node:crypto'
import { FORM_BLOCK_BYTES, PROOF_HEADER } from '@tessera/contract'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Acts as a browser or program that has its own key, and proves each request as the edge's pages do. */
export class Browser {
  readonly #keys = generateKeyPair('ES256')
  readonly #now: () => Date

  constructor(now: () => Date = () => new Date()) {
    this.#now = now
  }

  /** Creates the proof of a request. `more` overrides any claim, to create invalid proofs. */
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

  /**
   * Returns the headers of a request with this body: a text as sent, an object that is sent as JSON, or the bytes of a
   * form with files.
   */
  async headers(method: string, url: string, body: object | string | Buffer = '') {
    if (Buffer.isBuffer(body)) return { [PROOF_HEADER]: await this.proof(method, url, { formHash: formHashOf(body) }) }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const bodyHash = text && createHash('sha256').update(text).digest('base64url')
    return { [PROOF_HEADER]: await this.proof(method, url, bodyHash ? { bodyHash } : {}) }
  }
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

export function formHashOf(form: Buffer): string {
  const blocks = Array.from({ length: Math.ceil(form.length / FORM_BLOCK_BYTES) }, (_, index) =>
    sha256(form.subarray(index * FORM_BLOCK_BYTES, (index + 1) * FORM_BLOCK_BYTES)),
  )
  return sha256(Buffer.concat(blocks)).toString('base64url')
}
