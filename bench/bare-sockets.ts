/** The reference of `sockets.ts`: a POST sends MESSAGE to every open socket at once. */
import { createServer } from 'node:http'
import { holdLifeline } from '@tessera/server'
import { WebSocketServer } from 'ws'

holdLifeline()

const { PORT = '', MESSAGE = '' } = process.env
const http = createServer((request, response) => {
  if (request.method === 'POST') for (const client of sockets.clients) client.send(MESSAGE)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
})
const sockets = new WebSocketServer({ server: http })
http.listen(Number(PORT), '127.0.0.1')
