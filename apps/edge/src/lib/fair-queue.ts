/**
 * Returns a queue that runs at most `most` tasks at once, and only one per owner, so that an owner with many tasks does
 * not delay others.
 */
export function fairQueue(most: number) {
  const waiting: { owner: string; start: () => void }[] = []
  const running = new Set<string>()

  function startNext() {
    while (running.size < most) {
      const at = waiting.findIndex(({ owner }) => !running.has(owner))
      if (at < 0) return
      waiting.splice(at, 1)[0]?.start()
    }
  }

  return <T>(owner: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const start = () => {
        running.add(owner)
        work()
          .then(resolve, reject)
          .finally(() => {
            running.delete(owner)
            startNext()
          })
      }
      waiting.push({ owner, start })
      startNext()
    })
}
