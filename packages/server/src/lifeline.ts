import { Socket } from 'node:net'

/**
 * Name of the environment variable that contains the lifeline: a file descriptor that closes when the parent process
 * ends.
 */
export const LIFELINE = 'TESSERA_LIFELINE'

/**
 * Ends this process as soon as its parent has ended, for any reason (`docs/concepts/processes.md`). Has no effect in a
 * process that was started by hand.
 */
export function holdLifeline(beforeExit: () => void = () => {}) {
  const descriptor = process.env[LIFELINE]
  if (!descriptor) return
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  const end = () => {
    beforeExit()
    // `process.exit` can hang in the C library while threads of a database are active.
    process.kill(process.pid, 'SIGKILL')
  }
  pipe.on('end', end).on('close', end).on('error', end)
  pipe.resume()
  pipe.unref()
}
