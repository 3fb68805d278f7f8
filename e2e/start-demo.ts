import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/places.ts'
import { captchaAnswer, demoPort, demoUrl } from './demo.ts'

/**
 * Starts the demo in an empty folder, waits until it is ready, and stops it after the journeys. With E2E_REUSE=1, the
 * journeys use a running demo instead, at E2E_PORT and with the folder E2E_DATA_DIR.
 */
export default async function startDemo() {
  if (process.env.E2E_REUSE === '1') return checkRunning()
  return startFrom(join(root, 'tools', 'demo.ts'))
}

/**
 * Starts a demo. Resolves, once the demo is ready, to a function that stops it. If the start fails, no process or file
 * remains.
 */
export async function startFrom(script: string): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-e2e-'))
  process.env.E2E_DATA_DIR = dataDir
  const demo = spawn(process.execPath, [script], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(demoPort),
      CAPTCHA_ANSWER: captchaAnswer,
      EDGE_SILENT_SECONDS: '40',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise((resolve) => demo.once('exit', resolve))
  const end = async () => {
    demo.kill('SIGINT')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk
      if (/^ready http/m.test(output)) resolve()
      // A demo whose main job failed keeps running, so only its output reports the failure.
      if (/Another `make demo`/.test(output)) reject(new Error(`the demo failed:\n${output}`))
    }
    demo.stdout.on('data', collect)
    demo.stderr.on('data', collect)
    demo.on('exit', (code) => reject(new Error(`the demo ended (${code}):\n${output}`)))
  })
  await ready.catch(async (error: Error) => {
    // Stops the demo here, because Playwright does not clean up after a failed set-up.
    await end()
    throw error
  })
  return end
}

async function checkRunning() {
  if (!process.env.E2E_DATA_DIR) throw new Error('E2E_REUSE=1 needs E2E_DATA_DIR, the folder of the running demo')
  const answer = await fetch(`${demoUrl}/healthz`).catch(() => null)
  if (!answer?.ok) throw new Error(`no demo answers at ${demoUrl}; E2E_PORT names its port`)
}
