/** Calls `stop` when this process is asked to end. The first request should stop in order, the second at once. */
export function whenAskedToEnd(stop: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  watchParent(stop)
}

/** Calls `stop` when the parent ends: after a SIGKILL of make, no other process would end this one. */
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
