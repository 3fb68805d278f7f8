import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { Confinement } from '@tessera/contract'
import { z } from 'zod'

const KEPT = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE'],
  ...['TESSERA_STOCK', 'TESSERA_SANDBOX', 'TESSERA_WORKER_MEMORY_MB'],
]

/** What a Python child may see of our environment: no addresses, keys or passwords of ours. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** A port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (typeof address !== 'object' || !address) throw new Error('no free port on loopback')
  return address.port
}

const ConfinementReport = z.object({ confinement: Confinement, words: z.string() })

/**
 * Whether apps and models are confined on this machine, and that in words for a log (`engine/engine/flower/sandbox.py`).
 * An engine that does not even start runs nothing either; all else goes on without it.
 */
export async function readConfinement({ python, engineDir }: { python: string; engineDir: string }) {
  const env = { ...plainEnvironment(process.env), PYTHONPATH: engineDir }
  try {
    const { stdout } = await promisify(execFile)(python, ['-m', 'engine.flower.sandbox'], { env })
    return ConfinementReport.parse(JSON.parse(stdout))
  } catch (error) {
    return {
      confinement: 'missing' as const,
      words: `the engine does not start, so no app and no model runs: ${error}`,
    }
  }
}
