/**
 * Calls `stop` at each signal that ends the process, and when the parent process ends. At the first call, `stop` should
 * stop everything in order; at the second call, immediately.
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
