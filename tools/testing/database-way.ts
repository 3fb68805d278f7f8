import net, { type AddressInfo } from 'node:net'

/** Opens a proxy to the database. `cut` makes the proxy close all connections and refuse new ones. */
export async function openWay(database: URL) {
  let isCut = false
  const open = new Set<net.Socket>()
  const tearOff = () => {
    for (const socket of open) socket.destroy()
  }
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(Number(database.port || 5432), database.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(database)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut() {
      isCut = true
      tearOff()
    },
    restore() {
      isCut = false
    },
    close() {
      server.close()
      tearOff()
    },
  }
}
