import type { FastifyInstance } from 'fastify'

/** Starts work that an answer does not wait for. */
export type Background = (work: () => Promise<void>) => void

/** Work under way is waited for when the app closes. */
export function openBackground(app: FastifyInstance): Background {
  const underway = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underway)
  })
  return (work) => {
    const running = work()
      .catch((error) => app.log.error({ err: error }, 'work in the background failed'))
      .finally(() => underway.delete(running))
    underway.add(running)
  }
}
