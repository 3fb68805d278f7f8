import type { FastifyInstance } from 'fastify'

/** Starts work that continues after the response has been sent. */
export type Background = (work: () => Promise<void>) => void

/** Returns a function that starts background work. Closing the app waits for this work. */
export function openBackground(app: FastifyInstance): Background {
  const underway = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underway)
  })
  return (work) => {
    const running = work()
      .catch((error) => app.log.error({ err: error }, 'background work failed'))
      .finally(() => underway.delete(running))
    underway.add(running)
  }
}
