import type { FastifyInstance } from 'fastify'

/** Starts work that continues after the response. */
export type Background = (work: () => Promise<void>) => void

/** Opens background work. Closing the app waits for it. */
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
