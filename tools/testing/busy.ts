import { spawn } from 'node:child_process'

/** Starts processes that each use a whole processor, like a virus scan or a nightly job. */
export function startBusy(count: number): { alive: () => number; end: () => void } {
  const loops = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }))
  return {
    alive: () =>
      loops.filter(({ pid, exitCode, signalCode }) => pid && exitCode === null && signalCode === null).length,
    end: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}
