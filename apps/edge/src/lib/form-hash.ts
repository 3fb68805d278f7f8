import { createHash } from 'node:crypto'
import { AppError, FORM_BLOCK_BYTES } from '@tessera/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Computes the hash of a form with files while a handler reads the form. `request.checkBody` then reads the parts that
 * the handler has not read, such as a further file, and calls `refuse` unless the hash of the whole body equals the one
 * in the proof.
 */
export function hashWhileRead(request: FastifyRequest, expected: string, refuse: () => never) {
  const { raw } = request
  const hash = new FormHash()
  // The stream is paused until the form parser reads it. A listener alone would start the stream, and the parser would
  // miss its beginning.
  raw.pause()
  raw.on('data', (bytes: Buffer) => hash.update(bytes))
  const received = new Promise<void>((resolve, reject) => {
    const breakOff = () => reject(new AppError('request.form-broken'))
    raw.once('end', resolve).once('error', breakOff).once('close', breakOff)
    if (raw.destroyed) breakOff()
  })
  received.catch(() => {})
  let checked: Promise<void> | undefined
  request.checkBody = () => {
    if (!raw.readableEnded) raw.unpipe().resume()
    checked ??= received.then(() => {
      if (hash.digest() !== expected) refuse()
    })
    return checked
  }
}

/** Computes the claim `formHash` of a proof from bytes as they arrive. */
class FormHash {
  readonly #digests = createHash('sha256')
  #block = createHash('sha256')
  #blockBytes = 0

  update(bytes: Buffer) {
    for (let start = 0; start < bytes.length; ) {
      const piece = bytes.subarray(start, start + FORM_BLOCK_BYTES - this.#blockBytes)
      this.#block.update(piece)
      this.#blockBytes += piece.length
      start += piece.length
      if (this.#blockBytes === FORM_BLOCK_BYTES) this.#endBlock()
    }
  }

  digest(): string {
    if (this.#blockBytes > 0) this.#endBlock()
    return this.#digests.digest('base64url')
  }

  #endBlock() {
    this.#digests.update(this.#block.digest())
    this.#block = createHash('sha256')
    this.#blockBytes = 0
  }
}
