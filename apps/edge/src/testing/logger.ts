import { createLogger } from '@tessera/server'

/** Returns a logger that adds each message, and the message of its error, to `lines`. */
export const loggerInto = (lines: string[]) =>
  createLogger('info', {
    write: (line: string) => {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
      lines.push(err ? `${msg}: ${err.message}` : msg)
    },
  })
