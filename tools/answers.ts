import http from 'node:http'
import https from 'node:https'

export interface Listener {
  isHttps: boolean
  host: string
  port: number
}

/**
 * Returns whether one of our servers answers at this path. The request goes to this machine directly, where the public
 * host name may not resolve. The certificate is not verified, because the identity of the server does not matter here.
 */
export function answersHere({ isHttps, host, port }: Listener, path: string): Promise<boolean> {
  const { request } = isHttps ? https : http
  return new Promise((resolve) => {
    const options = { host: reachable(host), port, path, agent: false, timeout: 5_000, rejectUnauthorized: false }
    const asking = request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false)).end()
  })
}

const reachable = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
