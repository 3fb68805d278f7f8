import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Ceremony {
  origin: string
  challenge: unknown
}

/**
 * A passkey that creates signatures like a browser with an authenticator: ES256, no attestation, and only the fields
 * that an edge requests.
 */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(16)
  readonly #host: string
  readonly #isVerifying: boolean
  #counter = 0

  constructor(host: string, { isVerifying = true }: { isVerifying?: boolean } = {}) {
    this.#host = host
    this.#isVerifying = isVerifying
  }

  register(ceremony: Ceremony) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (text: string | undefined) => bytes(Buffer.from(text ?? '', 'base64url'))
    const key = map([int(1), int(2)], [int(3), int(-7)], [int(-1), int(1)], [int(-2), point(x)], [int(-3), point(y)])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key])
    const authData = Buffer.concat([this.#head(HAS_CREDENTIAL), credential])
    const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(authData)])
    return this.#answer({
      clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  answer(ceremony: Ceremony) {
    this.#counter += 1
    const [authData, clientJson] = [this.#head(0), clientData('webauthn.get', ceremony)]
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientJson)]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: base64url(clientJson),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    })
  }

  #head(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const all = flags | USER_PRESENT | (this.#isVerifying ? USER_VERIFIED : 0)
    return Buffer.concat([sha256(this.#host), Buffer.from([all]), counter])
  }

  #answer<R extends { clientDataJSON: string }>(response: R) {
    const id = base64url(this.#id)
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
  }
}

const clientData = (type: string, { origin, challenge }: Ceremony) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })

// Encodes the head of a CBOR item: its type and a length below 65,536. Tests need no other part of CBOR.
function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}
const int = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
