import { BadSettings } from './settings.ts'

const WHY: Record<string, string> = {
  EADDRINUSE: 'something else listens there',
  EACCES: 'this user has no leave to; docs/guides/installing.md says how',
  EADDRNOTAVAIL: 'this machine has no such address',
}

interface Place {
  host: string
  port: number
}

export const portRefusal = ({ host, port }: Place, code: string, change: string) =>
  new BadSettings(
    `Port ${port} of ${host} cannot be used: ${WHY[code] ?? code}. Stop what uses it, or change ${change}.`,
  )

/** Waits until a server listens. If its address cannot be used, throws an error that names the settings to change. */
export function listening<T>(begun: Promise<T>, place: Place, change: string): Promise<T> {
  return begun.catch((error: NodeJS.ErrnoException) => {
    throw error.code && error.code in WHY ? portRefusal(place, error.code, change) : error
  })
}
