/**
 * Calls `stop` at each signal to end, and when the parent process ends. The first call should stop in order, the second
 * one at once.
 */
export function whenAskedToEnd(stop: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  watchParent(stop)
}

/** Calls `stop` when the parent process ends. If make receives SIGKILL, no signal reaches this process. */
export function watchParent(stop: () => void) {
  if (!process.env.TESSERA_WATCH_PARENT) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
