import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { root } from './places.ts'

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'shuts a foreground process down in order on %s',
  async (signal) => {
    const script = `
    import { whenAskedToEnd } from ${JSON.stringify(join(root, 'tools', 'foreground.ts'))}
    const alive = setInterval(() => {}, 1_000)
    whenAskedToEnd(() => {
      console.log('stopping')
      clearInterval(alive)
    })
    console.log('started')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = text(child.stdout)
    child.stdout.once('data', () => child.kill(signal))
    const code = await new Promise((resolve) => child.on('exit', resolve))
    expect({ code, output: await output }).toEqual({ code: 0, output: 'started\nstopping\n' })
  },
)
