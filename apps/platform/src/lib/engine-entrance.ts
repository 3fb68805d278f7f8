import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * A plain entrance on loopback for the engine beside a platform that speaks https: a run's ServerApp tells its events
 * to this very process, and need not know the certificate. Nothing else is answered here.
 */
export async function openEngineEntrance(app: FastifyInstance, port: number): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/engine/')) return app.routing(request, response)
    response.writeHead(404, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
