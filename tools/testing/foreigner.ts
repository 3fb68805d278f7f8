import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '@tessera/server/certificates'
import { addAddress, removeAddress } from './wire.ts'

interface Foreigner {
  /** Its own address on this machine, from the range for network tests. */
  address: string
  ports: number[]
  /** The name of the server that it imitates. */
  name: string
  /** The folder of an authority that edges trust; by default, it has its own, which no edge trusts. */
  trusted?: string
  notAfter?: Date
}

/** Starts a server that imitates the platform, under its name, with an invalid certificate. */
export async function startForeigner({ address, ports, name, trusted, notAfter }: Foreigner) {
  addAddress(address)
  const dir = mkdtempSync(join(tmpdir(), 'tessera-foreigner-'))
  if (trusted) cpSync(trusted, dir, { recursive: true })
  const { issue } = await openAuthority({ dir, name: 'Foreign' })
  const { certFile, keyFile } = await issue('foreign', [name], notAfter)
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  const servers: Server[] = []
  for (const port of ports) {
    const server = createServer(pair, (_request, response) => response.end())
    // Clients that do not trust it hang up.
    server.on('tlsClientError', () => {})
    await new Promise<void>((done) => server.listen(port, address, done))
    servers.push(server)
  }
  return {
    address,
    close() {
      for (const server of servers) server.close()
      removeAddress(address)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
