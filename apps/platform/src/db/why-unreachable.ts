import { BadSettings, NotThere } from '@tessera/server'

/**
 * Explains why the first connection failed and what to do. The cause is a wrong setting, or a database that may be
 * available later. The message does not contain the password.
 */
export function whyUnreachable(error: unknown, url: string): Error {
  const { code = '', message } = error as { code?: string; message: string }
  const { host, hostname, pathname, username } = new URL(url)
  const server = `PostgreSQL at ${host || 'its socket'}`
  const name = decodeURIComponent(pathname.slice(1))
  switch (code) {
    case '3D000':
      return new BadSettings(
        `DATABASE_URL: ${server} has no database “${name}”. Create it (docs/guides/installing.md says how), or correct the name.`,
      )
    case '28P01':
    case '28000':
      return new BadSettings(
        `DATABASE_URL: ${server} does not let “${decodeURIComponent(username)}” in (${message}). Correct user and password.`,
      )
    case '42501':
      return new BadSettings(notAllowed(url, message))
    case 'ENOTFOUND':
      return new BadSettings(`DATABASE_URL: no machine is known as “${hostname}”. Correct the name.`)
    default:
      return new NotThere(`${server} does not answer (${code || message}). Start it, or correct DATABASE_URL.`)
  }
}

/**
 * Explains why the platform cannot create, read or migrate its tables. If rights are missing, the message says who must
 * grant which right.
 */
export function whyRefused(error: unknown, url: string | undefined): unknown {
  const { cause = error } = error as { cause?: unknown }
  const { code, message } = cause as { code?: string; message: string }
  return url && code === '42501' ? new BadSettings(notAllowed(url, message)) : error
}

function notAllowed(url: string, message: string): string {
  const { host, pathname, username } = new URL(url)
  const [name, user] = [pathname.slice(1), username].map(decodeURIComponent)
  return (
    `DATABASE_URL: PostgreSQL at ${host || 'its socket'} does not let “${user}” make and change its tables in “${name}” (${message}). ` +
    `The database and all that is in it must be this user's: as a superuser, alter database "${name}" owner to "${user}"; what another user made there, reassign owned by <that user> to "${user}".`
  )
}
