/** Calls `stop` when this process is told to end: at the first wish in good order, at the second at once. */
export function whenAskedToEnd(stop: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  watchParent(stop)
}

/** Under make, a SIGKILL of make leaves this process to nobody: end with it. */
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
