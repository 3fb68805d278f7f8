import { spawn } from 'node:child_process'

/** Processes that each want a processor all the time, as a virus scan or a nightly job does; answers what ends them. */
export function startBusy(count: number): () => void {
  const loops = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }))
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
