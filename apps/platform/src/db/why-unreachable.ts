import { BadSettings, NotThere } from '@tessera/server'

/**
 * What it means that the first connection failed, in a sentence that says what to do: a wrong setting, or a database that may
 * be there later. The password stays out of it.
 */
export function whyUnreachable(error: unknown, url: string): Error {
  const { code = '', message } = error as { code?: string; message: string }
  const { host, hostname, pathname, username } = new URL(url)
  const server = `PostgreSQL at ${host || 'its socket'}`
  const name = decodeURIComponent(pathname.slice(1))
  switch (code) {
    case '3D000':
      return new BadSettings(
        `DATABASE_URL: ${server} has no database “${name}”. Create it (docs/installing.md says how), or correct the name.`,
      )
    case '28P01':
    case '28000':
      return new BadSettings(
        `DATABASE_URL: ${server} does not let “${decodeURIComponent(username)}” in (${message}). Correct user and password.`,
      )
    case 'ENOTFOUND':
      return new BadSettings(`DATABASE_URL: no machine is known as “${hostname}”. Correct the name.`)
    default:
      return new NotThere(`${server} does not answer (${code || message}). Start it, or correct DATABASE_URL.`)
  }
}
