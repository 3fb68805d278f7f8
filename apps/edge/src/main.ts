import { AppError, phrase } from '@tessera/contract'
import { exitStatusOf, holdLifeline, isPlain } from '@tessera/server'
import { startEdge } from './edge.ts'
import { readEdgeSettings } from './settings.ts'

const say = (line: string) => console.error(`${new Date().toISOString()} edge: ${line}`)

async function main() {
  holdLifeline()
  // Files of this process and its children are private, even if a folder is moved.
  process.umask(0o077)
  const settings = readEdgeSettings(process.env)
  const edge = await startEdge(settings, say)
  console.log(`edge of party ${edge.partyId} ready ${settings.EDGE_URL}`)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      edge.stop().then(
        () => process.exit(0),
        (error) => {
          say(String(error))
          process.exit(1)
        },
      )
    })
  }
}

/** Resolves once the edge runs. A failed start ends the process. */
export const started = main().catch((error: unknown) => {
  const isKnown = error instanceof AppError
  say(
    isKnown ? phrase('en', error.code, error.params) : isPlain(error) ? error.message : String((error as Error).stack),
  )
  process.exit(exitStatusOf(error))
})
