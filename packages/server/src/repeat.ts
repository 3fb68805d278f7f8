/** Does the work again and again, never twice at a time. Stopping waits for what is under way. */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = work().finally(() => {
      isBusy = false
    })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
