import type { Logger } from '@tessera/server'

/** Runs a background function and logs its errors, so that a full disk, for example, does not stop the edge. */
export async function runAndLogErrors(logger: Logger, work: () => unknown) {
  try {
    await work()
  } catch (error) {
    logger.error({ err: error }, 'background work failed')
  }
}
