/**
 * Calls a function repeatedly, but never twice at a time. The returned function stops the repetition and waits for the
 * current call.
 */
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
