// Runs a command as the leader of a process group, and kills it and all its descendants when the pipe on descriptor 3
// closes. Thus an installation, or a part of the tests, never outlives the process that started it, even after a
// SIGKILL. With `--suites`, the command's descriptor 3 is this process's descriptor 4.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'

const hasSuites = process.argv[2] === '--suites'
const [command, ...args] = process.argv.slice(hasSuites ? 3 : 2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', ...(hasSuites ? [4] : [])] })

let isAsked = false
/** The descendants of this process at the time of a signal; empty without /proc. */
let known = []

/** Returns all descendants of this process. Some lead their own group, which a signal to this group does not reach. */
function descendants() {
  const parents = new Map(
    (existsSync('/proc') ? readdirSync('/proc') : []).flatMap((name) => {
      try {
        // Skips the process name, which can contain blanks and brackets. Then follow the state and the parent's id.
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
      // The process has ended since the directory was read.
    }
  }
  process.kill(-process.pid, 'SIGKILL')
}

const lifeline = new Socket({ fd: 3, readable: true })
lifeline.on('close', killAll).on('error', () => {})
lifeline.resume()
// Forwards signals to the whole group. Records the descendants first, because a process that ends leaves its children
// without a parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The process also receives the signal that it sends to its group, and ignores it.
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
