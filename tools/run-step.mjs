// Runs one command and kills it, with everything it started, when the pipe on descriptor 3 closes:
// so an installation does not outlive the one who asked for it, even after a SIGKILL.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

const lifeline = new Socket({ fd: 3, readable: true })
lifeline.on('close', () => process.kill(-process.pid, 'SIGKILL')).on('error', () => {})
lifeline.resume()

child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code) => process.exit(code ?? 1))
