import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tessera/server'
import pg from 'pg'
import { until } from '../until.ts'

const INSTALLED = '/usr/lib/postgresql'

/** Returns the folder of PostgreSQL's programs on this machine, or undefined if PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(INSTALLED, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** Returns another user for PostgreSQL if this process is root, because PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a separate PostgreSQL with an empty database. Tests can stop and start it as an operator would. */
export async function startPostgres(bin: string) {
  const user = otherUser()
  const folder = mkdtempSync(join(tmpdir(), 'tessera-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = start()
  // PostgreSQL is ended if the test process exits early.
  const endAlong = () => void server.child.kill('SIGQUIT')
  process.once('exit', endAlong)
  await answers()

  function start() {
    const settings = ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F']
    const child = spawn(join(bin, 'postgres'), settings, { ...user, cwd: folder, stdio: 'ignore' })
    return { child, ended: new Promise<void>((done) => child.on('exit', () => done())) }
  }

  async function answers() {
    await until('PostgreSQL to answer', async () => {
      const client = new pg.Client({ connectionString: url })
      try {
        await client.connect()
        return true
      } catch {
        return undefined
      } finally {
        await client.end().catch(() => {})
      }
    })
  }

  /** Stops PostgreSQL. The default signal closes all connections, as `systemctl restart` does. */
  async function end(signal: NodeJS.Signals = 'SIGINT') {
    server.child.kill(signal)
    await server.ended
  }
  return {
    url,
    end,
    async startAgain() {
      server = start()
      await answers()
    },
    async remove() {
      process.off('exit', endAlong)
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
