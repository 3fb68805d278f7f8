import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '@tessera/server/certificates'
import { addAddress, removeAddress } from './wire.ts'

interface Foreigner {
  /** The server's own address on this machine, from the range for network tests. */
  address: string
  ports: number[]
  /** The host name of the server that this one imitates. */
  name: string
  /**
   * Folder of a certificate authority that edges trust. Without it, the server uses its own authority, which no edge
   * trusts.
   */
  trusted?: string
  notAfter?: Date
}

/** Starts a server that imitates the platform under its name, with an invalid certificate. */
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
    // Ignores clients that reject the certificate and close the connection.
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
