import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** What they took Python on the machine that the figures of docs/performance.md are of. */
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

/** How fast this machine is at this moment, and what else it has to do: what the seconds above are to be read against. */
export function speedLine(node: string, python: string): string {
  try {
    const took = { node: secondsOf(node, ['-e', NODE]), python: secondsOf(python, ['-c', PYTHON]) }
    return speedText(took, loadavg(), availableParallelism())
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return `Ten million additions: not measured (${reason})\n`
  }
}

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

/** Of a process in /proc: where its children's time stands behind its name, which may have spaces, and in what unit. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14]
const TICKS_A_SECOND = 100

/** Processor seconds of everything that this process started and that has ended: what shortens the whole, unlike waiting. Null where the system does not say. */
export function processorSeconds(): number | null {
  try {
    const behindName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(behindName[CHILDREN_USER]) + Number(behindName[CHILDREN_SYSTEM])) / TICKS_A_SECOND
  } catch {
    return null
  }
}
