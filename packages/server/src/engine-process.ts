import { createServer } from 'node:net'

const KEPT = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE'],
  ...['TESSERA_STOCK', 'TESSERA_SANDBOX'],
]

/** What a Python child may see of our environment: no addresses, keys or passwords of ours. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** A port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (typeof address !== 'object' || !address) throw new Error('no free port on loopback')
  return address.port
}
