import { createLogger } from '@tessera/server'

/** Returns a logger that adds each message to `lines`, with the message of its error. */
export const loggerInto = (lines: string[]) =>
  createLogger('info', {
    write: (line: string) => {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
      lines.push(err ? `${msg}: ${err.message}` : msg)
    },
  })
