import { AppError, phrase } from '@tessera/contract'
import { createLogger, exitStatusOf, holdLifeline, isPlain } from '@tessera/server'
import { startEdge } from './edge.ts'
import { readEdgeSettings } from './settings.ts'

const logger = createLogger('info')

async function main() {
  holdLifeline()
  // Files that this process and its children create are readable only by their owner, even if a folder is moved.
  process.umask(0o077)
  const settings = readEdgeSettings(process.env)
  const edge = await startEdge(settings, logger)
  logger.info(`edge of party ${edge.partyId} ready ${settings.EDGE_URL}`)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      edge.stop().then(
        () => process.exit(0),
        (error) => {
          logger.fatal({ err: error }, 'the edge could not stop in order')
          process.exit(1)
        },
      )
    })
  }
}

/** Resolves when the edge runs. If the start fails, the process ends. */
export const started = main().catch((error: unknown) => {
  if (error instanceof AppError) logger.fatal(phrase('en', error.code, error.params))
  else if (isPlain(error)) logger.fatal(error.message)
  else logger.fatal({ err: error }, 'the edge could not start')
  process.exit(exitStatusOf(error))
})
