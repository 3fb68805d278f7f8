import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/places.ts'
import { captchaAnswer, demoPort } from './demo.ts'

/** Starts the real demo in an empty folder, waits until it is ready, and ends it after the journeys. */
export default async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-e2e-'))
  process.env.E2E_DATA_DIR = dataDir
  const demo = spawn(process.execPath, [join(root, 'tools', 'demo.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(demoPort), CAPTCHA_ANSWER: captchaAnswer },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk
      if (/^ready http/m.test(output)) resolve()
    }
    demo.stdout.on('data', collect)
    demo.stderr.on('data', collect)
    demo.on('exit', (code) => reject(new Error(`the demo ended (${code}):\n${output}`)))
  })

  return async () => {
    demo.removeAllListeners('exit')
    const gone = new Promise((resolve) => demo.once('exit', resolve))
    demo.kill('SIGINT')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
}
