import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { python, root } from '../places.ts'

/** Returns why networks cannot be made here; undefined if they can. */
export function whyNoNetworks(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return 'this machine does not allow network namespaces'
  if (spawnSync('ip', ['tuntap', 'show']).status !== 0) return 'this machine has no TUN devices, or no “ip”'
  return undefined
}

/** A range for network tests (RFC 2544), so it is not in use. Test files run in parallel, each in its own process. */
const NETWORK = `198.18.${process.pid % 256}`

/** Returns an address of this machine that the test networks can reach. */
export const outside = (number: number) => `${NETWORK}.${number}`

/** The address of the platform. */
export const OUTER = outside(1)

export const addAddress = (address: string) => void spawnSync('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'])

export const removeAddress = (address: string) => void spawnSync('ip', ['address', 'del', `${address}/32`, 'dev', 'lo'])

/** The commands of `wire.py`. */
export type Disturbance = 'pass' | 'cut' | `slow ${number}` | 'twice' | 'reset' | `divert ${string}`

/** A network for the processes that are started in it, with control over its packets to `outer`. */
export interface Wire {
  /** The command prefix that runs a command in the network. */
  enter: string[]
  set(disturbance: Disturbance): void
  /** Removes the network, too. */
  close(): Promise<void>
}

/** The network device that `wire.py` creates on this side. */
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
