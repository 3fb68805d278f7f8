import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '@tessera/server/certificates'
import { addAddress, removeAddress } from './wire.ts'

interface Foreigner {
  /** Of its own on this machine, among those for tests of networks. */
  address: string
  ports: number[]
  /** Whom it stands in for. */
  name: string
  /** The folder of an authority that edges trust; it has one of its own that nobody vouches for. */
  trusted?: string
  notAfter?: Date
}

/** Somebody on the way who answers in the platform's place, under its name, with a certificate that does not hold. */
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
    // Whoever does not trust it hangs up.
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
