const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** Returns a size such as `120.4 KB`, in whole bytes below 1 KB. */
export function readableSize(bytes: number): string {
  if (bytes < 1024) return `${Math.max(0, Math.round(bytes))} B`
  // Rounding 1023.95 and more to one decimal would give `1024.0`, so the next unit is used.
  let amount = bytes / 1024
  let unit = 0
  while (amount >= 1023.95 && unit < UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${amount.toFixed(1)} ${UNITS[unit]}`
}
