// Runs one command and kills it, with everything it started, when the pipe on descriptor 3 closes:
// so an installation, or a part of the tests, does not outlive the process that started it, even after a SIGKILL.
// `--suites` gives the command descriptor 4 as its descriptor 3. It runs as the leader of a process group.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'

const hasSuites = process.argv[2] === '--suites'
const [command, ...args] = process.argv.slice(hasSuites ? 3 : 2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', ...(hasSuites ? [4] : [])] })

let isAsked = false
/** The processes under this one when it was asked to end; empty without /proc. */
let known = []

/** Returns every process under this one. Some lead their own group, which a signal to ours does not reach. */
function descendants() {
  const parents = new Map(
    (existsSync('/proc') ? readdirSync('/proc') : []).flatMap((name) => {
      try {
        // The fields after the name, which can contain blanks and brackets: the state, then the parent.
        const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ')
        return [[Number(name), Number(parent)]]
      } catch {
        return []
      }
    }),
  )
  const isUnder = (pid) => parents.has(pid) && (parents.get(pid) === process.pid || isUnder(parents.get(pid)))
  return [...parents.keys()].filter(isUnder)
}

function killAll() {
  for (const pid of new Set([...known, ...descendants()])) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  process.kill(-process.pid, 'SIGKILL')
}

const lifeline = new Socket({ fd: 3, readable: true })
lifeline.on('close', killAll).on('error', () => {})
lifeline.resume()
// Signals go to the whole group. A process that ends may leave children without a parent, so they are recorded before.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // This process receives its own signal to the group, too.
    if (isAsked) return
    isAsked = true
    known = descendants()
    process.kill(-process.pid, signal)
  })
}

child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  if (isAsked) killAll()
  if (code !== null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
