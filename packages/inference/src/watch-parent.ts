import { readSync } from 'node:fs'
import { LIFELINE_DESCRIPTOR } from './model-messages.ts'

/**
 * Thread that waits until the lifeline closes and then kills the process. It is a thread, because a computation blocks
 * the main thread. It kills the process, because a normal exit would wait for that computation.
 */
try {
  while (readSync(LIFELINE_DESCRIPTOR, new Uint8Array(1)) > 0);
} finally {
  process.kill(process.pid, 'SIGKILL')
}
