import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { root } from './places.ts'

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s asks a process in the foreground to end in good order',
  async (signal) => {
    const script = `
    import { whenAskedToEnd } from ${JSON.stringify(join(root, 'tools', 'foreground.ts'))}
    const alive = setInterval(() => {}, 1_000)
    whenAskedToEnd(() => {
      console.log('asked')
      clearInterval(alive)
    })
    console.log('started')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = text(child.stdout)
    child.stdout.once('data', () => child.kill(signal))
    const code = await new Promise((resolve) => child.on('exit', resolve))
    expect({ code, said: await said }).toEqual({ code: 0, said: 'started\nasked\n' })
  },
)
