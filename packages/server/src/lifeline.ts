import { Socket } from 'node:net'

/** Names the descriptor whose closing tells a process that its parent is gone. */
export const LIFELINE = 'TESSERA_LIFELINE'

/**
 * Ends this process at once when whoever started it is gone, however it went (`docs/processes.md`).
 * Does nothing for a process that was started by hand.
 */
export function holdLifeline(beforeExit: () => void = () => {}) {
  const descriptor = process.env[LIFELINE]
  if (!descriptor) return
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  const end = () => {
    beforeExit()
    // Not process.exit: with a database's threads at work it was seen to wait for ever in the C library's own.
    process.kill(process.pid, 'SIGKILL')
  }
  pipe.on('end', end).on('close', end).on('error', end)
  pipe.resume()
  pipe.unref()
}
