import { X509Certificate } from 'node:crypto'
import { repeat } from '../repeat.ts'
import { makeOwnPair } from './own.ts'
import { type Pair, type PairFiles, readPair } from './pair.ts'

/** Value of the setting, instead of a file path, for a certificate under Tessera's own root certificate. */
export const OWN = 'own'

export type Source = { host: string } & ({ files: PairFiles } | { ownIn: string })

const LOOK_EVERY_MS = 60_000
/**
 * How long before its expiry Tessera's own certificate is renewed. This gives an operator time to fix a problem that
 * prevents the renewal.
 */
export const RENEW_BEFORE_MS = 30 * 86_400_000

/** A server whose certificate can be replaced while it runs. */
interface TlsServer {
  setSecureContext(pair: Pair): void
}

/**
 * The certificate of a listener. It is read from files, which are reread every minute, or is Tessera's own certificate,
 * which is renewed in time.
 */
export class ShownCertificate {
  readonly #source: Source
  #pair: Pair
  /** Tessera's own root certificate in PEM, or null if the certificate comes from another authority. */
  readonly root: string | null
  #lastLine = ''

  private constructor(source: Source, pair: Pair, root: string | null) {
    this.#source = source
    this.#pair = pair
    this.root = root
  }

  /** Opens the certificate. Throws `BadSettings` if the files cannot be used. */
  static async open(source: Source): Promise<ShownCertificate> {
    if ('files' in source) return new ShownCertificate(source, await readPair(source.files, source.host), null)
    const { root, ...pair } = await makeOwnPair(source.ownIn, source.host)
    return new ShownCertificate(source, pair, root)
  }

  get pair(): Pair {
    return this.#pair
  }

  get validTo(): Date {
    return new X509Certificate(this.#pair.cert).validToDate
  }

  /** Keeps a server's certificate current without a restart. Returns a function that stops this. */
  reloadOnChange(server: TlsServer, say: (line: string) => void, everyMs = LOOK_EVERY_MS): () => Promise<void> {
    return repeat(everyMs, () => this.#refresh(server, say))
  }

  async #refresh(server: TlsServer, say: (line: string) => void) {
    try {
      const pair = await this.#next()
      if (pair.cert === this.#pair.cert && pair.key === this.#pair.key) return
      server.setSecureContext(pair)
      this.#pair = pair
      this.#lastLine = ''
      say(`a new certificate is shown, good until ${this.validTo.toISOString()}`)
    } catch (error) {
      // Files are replaced one after the other, so certificate and key may not match for a moment. Until they match,
      // the old ones stay in use.
      const line = `the certificate stays as it was: ${(error as Error).message}`
      if (line !== this.#lastLine) say(line)
      this.#lastLine = line
    }
  }

  async #next(): Promise<Pair> {
    const { host } = this.#source
    if ('files' in this.#source) return readPair(this.#source.files, host)
    const isDue = this.validTo.getTime() - Date.now() < RENEW_BEFORE_MS
    return isDue ? makeOwnPair(this.#source.ownIn, host) : this.#pair
  }
}
