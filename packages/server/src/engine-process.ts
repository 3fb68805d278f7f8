import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { Confinement } from '@tessera/contract'
import { z } from 'zod'

const PASSED_ON = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE'],
  ...['TESSERA_STOCK', 'TESSERA_SANDBOX', 'TESSERA_WORKER_MEMORY_MB'],
]

/** Returns the environment variables that a Python child process may see, without addresses, keys and passwords. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** Returns a loopback port that was free a moment ago. */
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
 * Returns whether apps and models run in a sandbox on this machine, with a text for the log
 * (`engine/engine/flower/sandbox.py`). If the engine does not start, apps and models do not run, and the rest of the
 * process continues.
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
