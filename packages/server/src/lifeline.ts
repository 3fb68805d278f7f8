import { Socket } from 'node:net'

/** Names the file descriptor whose closing shows a process that its parent has ended. */
export const LIFELINE = 'TESSERA_LIFELINE'

/**
 * Ends this process as soon as its parent has ended, for whatever reason (`docs/concepts/processes.md`). Does nothing in a
 * process that was started by hand.
 */
export function holdLifeline(beforeExit: () => void = () => {}) {
  const descriptor = process.env[LIFELINE]
  if (!descriptor) return
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  const end = () => {
    beforeExit()
    // process.exit hung for ever in the C library while threads of a database were active.
    process.kill(process.pid, 'SIGKILL')
  }
  pipe.on('end', end).on('close', end).on('error', end)
  pipe.resume()
  pipe.unref()
}
