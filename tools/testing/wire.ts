import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { python, root } from '../places.ts'

/** Returns why this machine cannot create test networks, or undefined if it can. */
export function whyNoNetworks(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return 'this machine does not allow network namespaces'
  if (spawnSync('ip', ['tuntap', 'show']).status !== 0) return 'this machine has no TUN devices, or no “ip”'
  return undefined
}

/**
 * Part of the address range for network tests (RFC 2544), which no real network uses. It depends on the process id,
 * because test files run in parallel processes.
 */
const NETWORK = `198.18.${process.pid % 256}`

/** Returns an address of this machine that the test networks can reach. */
export const outside = (number: number) => `${NETWORK}.${number}`

/** The platform's address in the test networks. */
export const OUTER = outside(1)

export const addAddress = (address: string) => void spawnSync('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'])

export const removeAddress = (address: string) => void spawnSync('ip', ['address', 'del', `${address}/32`, 'dev', 'lo'])

/** A command of `wire.py`, which describes each of them. */
export type Disturbance = 'pass' | 'cut' | `slow ${number}` | 'twice' | 'reset' | `divert ${string}`

/** A network for the processes that are started in it, with control over its packets to `outer`. */
export interface Wire {
  /** Arguments that run a command in the network when placed before that command. */
  enter: string[]
  set(disturbance: Disturbance): void
  /** Ends `wire.py`, which removes the network. */
  close(): Promise<void>
}

/** Returns the name of the network device that `wire.py` creates on this machine's side. */
export const deviceOf = (number: number) => `wire${NETWORK.split('.').at(-1)}-${number}`

export async function openWire(number: number, port: number): Promise<Wire> {
  const script = join(root, 'tools', 'testing', 'wire.py')
  const args = [script, deviceOf(number), OUTER, outside(100 + number), String(port)]
  const process: ChildProcess = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => process.once('exit', () => done()))
  const pid = await new Promise<string>((resolve, reject) => {
    createInterface({ input: process.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(line.replace('inside ', '')),
    )
    process.once('exit', (code) => reject(new Error(`the wire could not be laid (${code})`)))
  })
  return {
    enter: ['nsenter', '--net', '--target', pid],
    set: (disturbance) => void process.stdin?.write(`${disturbance}\n`),
    close() {
      process.stdin?.end()
      return ended
    },
  }
}
