import { X509Certificate } from 'node:crypto'
import { repeat } from '../repeat.ts'
import { makeOwnPair } from './own.ts'
import { type Pair, type PairFiles, readPair } from './pair.ts'

/** Stands in place of a file's path: a certificate under a root of our own. */
export const OWN = 'own'

export type Source = { host: string } & ({ files: PairFiles } | { ownIn: string })

const LOOK_EVERY_MS = 60_000
/** Of a certificate that we make ourselves: early enough for somebody to mend what keeps the next one from being made. */
export const RENEW_BEFORE_MS = 30 * 86_400_000

/** What can be given another certificate while it serves. */
interface TlsServer {
  setSecureContext(pair: Pair): void
}

/** The certificate a listener shows: from files, looked at again every minute, or our own, renewed in time. */
export class ShownCertificate {
  readonly #source: Source
  #pair: Pair
  /** PEM of our own root; null when the certificate comes from elsewhere. */
  readonly root: string | null
  #lastLine = ''

  private constructor(source: Source, pair: Pair, root: string | null) {
    this.#source = source
    this.#pair = pair
    this.root = root
  }

  /** Throws `BadSettings` when the files cannot serve. */
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

  /** Keeps a server's certificate fresh without a restart; answers how to end that. */
  keepFresh(server: TlsServer, say: (line: string) => void, everyMs = LOOK_EVERY_MS): () => Promise<void> {
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
      // Files are replaced one after the other, so a pair may not fit for a moment: the old one stays.
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
