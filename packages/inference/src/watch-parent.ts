import { readSync } from 'node:fs'
import { LIFELINE_DESCRIPTOR } from './model-messages.ts'

/**
 * A thread that waits for the lifeline to close, and ends the process with it. A thread, because a computation keeps the
 * main one from noticing; a kill, because an exit would wait for that computation.
 */
try {
  while (readSync(LIFELINE_DESCRIPTOR, new Uint8Array(1)) > 0);
} finally {
  process.kill(process.pid, 'SIGKILL')
}
