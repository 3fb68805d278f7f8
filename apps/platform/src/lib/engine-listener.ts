import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Listens for plain HTTP on loopback, for a platform that serves https. The ServerApps of this process's runs post
 * their events to this port, without having to verify the certificate. The port serves nothing else.
 */
export async function openEngineListener(app: FastifyInstance, port: number): Promise<() => void> {
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
