import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RunEvent, type RunSpec } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { z } from 'zod'

const Exit = z.object({ code: z.number().nullable(), signal: z.number().nullish() })
export type ServerExit = z.infer<typeof Exit>

export interface RunResult {
  onnx: Uint8Array
  card: unknown
}

/** The folder that platform and ServerApp share for one run (`docs/engine.md`). */
export class RunFolder {
  readonly path: string
  #offset = 0
  #rest = Buffer.alloc(0)

  constructor(runsDir: string, runId: string) {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(runId)) throw new Error('a run id is a plain name')
    this.path = join(runsDir, runId)
  }

  /** Writes spec and a fresh token; answers the token's hash. */
  async prepare(spec: RunSpec): Promise<string> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    await chmod(this.path, 0o700)
    const token = randomBytes(32).toString('base64url')
    await this.#replace('spec.json', JSON.stringify(spec, null, 1))
    await this.#replace('token', token)
    return sha256(token)
  }

  /** Events written since the last call, in order; a line still being written comes next time. */
  async readNewEvents(): Promise<RunEvent[]> {
    const lines = await this.#readNewLines()
    return lines.flatMap((line) => {
      const event = parseJson(line)
      const read = RunEvent.safeParse(event)
      return read.success ? [read.data] : []
    })
  }

  /** Has all events read again: what was read last was not taken. */
  rewind() {
    this.#offset = 0
    this.#rest = Buffer.alloc(0)
  }

  async readExit(): Promise<ServerExit | undefined> {
    const read = Exit.safeParse(parseJson((await this.#read('exit.json'))?.toString() ?? ''))
    return read.success ? read.data : undefined
  }

  async readResult(): Promise<RunResult | undefined> {
    const [onnx, card] = await Promise.all([this.#read('model.onnx'), this.#read('card.json')])
    if (!onnx?.length || !card) return undefined
    const parsed = parseJson(card.toString())
    return parsed === undefined ? undefined : { onnx, card: parsed }
  }

  async #readNewLines(): Promise<string[]> {
    const file = await open(join(this.path, 'events.jsonl')).catch(ignoreMissing)
    if (!file) return []
    try {
      const { size } = await file.stat()
      const fresh = Buffer.alloc(Math.max(0, size - this.#offset))
      const { bytesRead } = await file.read(fresh, 0, fresh.length, this.#offset)
      this.#offset += bytesRead
      const all = Buffer.concat([this.#rest, fresh.subarray(0, bytesRead)])
      const end = all.lastIndexOf(0x0a) + 1
      this.#rest = all.subarray(end)
      return all.subarray(0, end).toString().split('\n').filter(Boolean)
    } finally {
      await file.close()
    }
  }

  #read(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.path, name)).catch(ignoreMissing)
  }

  async #replace(name: string, content: string) {
    const beside = join(this.path, `${name}.tmp`)
    await writeFile(beside, content, { mode: 0o600 })
    await rename(beside, join(this.path, name))
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
