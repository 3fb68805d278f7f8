import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { processorShare } from '@tessera/server'

/** Time for Python's additions on the reference machine of docs/evidence/performance.md. */
const REFERENCE_SECONDS = 0.6

const NODE = `
const start = performance.now()
let total = 0
for (let at = 0; at < 1e7; at += 1) total += at
console.log((performance.now() - start) / 1_000)
`
const PYTHON = `
import time
def add():
    total = 0
    for at in range(10_000_000):
        total += at
start = time.perf_counter()
add()
print(time.perf_counter() - start)
`

/**
 * Measures the speed of this machine under its present load. Returns a line for the output of the tests, and the factor
 * for limits.
 */
export function machineSpeed(node: string, python: string): { line: string; slowness: number } {
  const [load, cores] = [loadavg(), availableParallelism()]
  try {
    const took = { node: secondsOf(node, ['-e', NODE]), python: secondsOf(python, ['-c', PYTHON]) }
    return { line: speedText(took, load, cores), slowness: slownessOf(took, load, cores) }
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return { line: `Ten million additions: not measured (${reason})\n`, slowness: 1 / processorShare(load, cores) }
  }
}

/**
 * Returns how many times slower this machine is than the idle reference machine, by the additions or by the load,
 * whichever is slower.
 */
export const slownessOf = ({ python }: Pick<Additions, 'python'>, load: number[], cores: number) =>
  Math.max(1, python / REFERENCE_SECONDS, 1 / processorShare(load, cores))

const secondsOf = (command: string, args: string[]) =>
  Number(execFileSync(command, args, { encoding: 'utf8', timeout: 60_000 }))

interface Additions {
  node: number
  python: number
}

export function speedText({ node, python }: Additions, load: number[], cores: number): string {
  const times = (python / REFERENCE_SECONDS).toFixed(1)
  return (
    `Ten million additions: Python ${python.toFixed(2)} s (${times} times the reference of ${REFERENCE_SECONDS} s), ` +
    `Node ${node.toFixed(2)} s; load ${load.map((one) => one.toFixed(1)).join(' ')} on ${cores} cores\n`
  )
}

/**
 * Positions in /proc/<pid>/stat of the processor time of a process's children, counted after the process name, which
 * can contain spaces.
 */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14]
const TICKS_A_SECOND = 100

/**
 * Returns the processor seconds of all ended child processes, or null if the system does not report them. Unlike
 * waiting, processor time limits how fast the tests can run.
 */
export function processorSeconds(): number | null {
  try {
    const behindName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(behindName[CHILDREN_USER]) + Number(behindName[CHILDREN_SYSTEM])) / TICKS_A_SECOND
  } catch {
    return null
  }
}
