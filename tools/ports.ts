import { createServer } from 'node:net'

/** Tries to open every port. Returns the first port that cannot be opened, with the reason. */
export async function findTakenPort(
  host: string,
  ports: number[],
): Promise<{ port: number; reason: string } | undefined> {
  for (const port of ports) {
    const reason = await new Promise<string | undefined>((resolve) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      server.listen(port, host, () => server.close(() => resolve(undefined)))
    })
    if (reason) return { port, reason }
  }
  return undefined
}
