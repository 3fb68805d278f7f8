import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '@tessera/server/certificates'

const ADDRESS = '198.18.0.9'

/** Somebody on the way who answers in the platform's place, under its name, with a certificate that nobody vouches for. */
export async function startForeigner(ports: number[], name: string) {
  spawnSync('ip', ['address', 'add', `${ADDRESS}/32`, 'dev', 'lo'])
  const dir = mkdtempSync(join(tmpdir(), 'tessera-foreigner-'))
  const { issue } = await openAuthority({ dir, name: 'Foreign' })
  const { certFile, keyFile } = await issue('foreign', [name])
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  const servers: Server[] = []
  for (const port of ports) {
    const server = createServer(pair, (_request, response) => response.end())
    // Whoever does not trust it hangs up.
    server.on('tlsClientError', () => {})
    await new Promise<void>((done) => server.listen(port, ADDRESS, done))
    servers.push(server)
  }
  return {
    address: ADDRESS,
    close() {
      for (const server of servers) server.close()
      spawnSync('ip', ['address', 'del', `${ADDRESS}/32`, 'dev', 'lo'])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
