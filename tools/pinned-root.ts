import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { fingerprintOf } from '@tessera/server/certificates'

const TIMEOUT_MS = 15_000

/**
 * Returns the root certificate in a server's chain that has this fingerprint. The fingerprint authenticates the
 * certificate, so the connection itself need not be trusted; no data is sent over it.
 */
export async function fetchRoot(address: string, fingerprint: string): Promise<string> {
  const shown = await shownBy(new URL(address))
  const root = shown.find((certificate) => fingerprintOf(certificate) === fingerprint)
  if (root) return root.toString()
  throw new Error(
    `${address} does not show the certificate that the enrolment command names. Either the command belongs to another platform, or somebody intercepts the connection: ask the platform's operator.`,
  )
}

function shownBy({ hostname, port, href }: URL): Promise<X509Certificate[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      timeout: TIMEOUT_MS,
      rejectUnauthorized: false,
      ...(isIP(host) ? {} : { servername: host }),
    })
    const fail = (why: string) => {
      socket.destroy()
      reject(
        new Error(
          `${href} cannot be reached: ${why}. Check the address, and that no firewall or proxy blocks the connection.`,
        ),
      )
    }
    socket.on('error', (error) => fail(error.message)).on('timeout', () => fail('no answer'))
    socket.on('secureConnect', () => {
      resolve(chainFrom(socket.getPeerCertificate(true)))
      socket.destroy()
    })
  })
}

/** Returns all certificates of a chain. A root certificate is its own issuer. */
function chainFrom(first: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  const seen = new Set<DetailedPeerCertificate>()
  for (let at = first; at?.raw && !seen.has(at); at = at.issuerCertificate) {
    seen.add(at)
    chain.push(new X509Certificate(at.raw))
  }
  return chain
}
