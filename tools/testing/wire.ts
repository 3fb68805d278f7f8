import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { python, root } from '../places.ts'

/** Why no networks can be made here; undefined where they can. */
export function whyNoNetworks(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return 'this machine lets nobody make network namespaces'
  if (spawnSync('ip', ['tuntap', 'show']).status !== 0) return 'this machine has no TUN devices, or no “ip”'
  return undefined
}

/** What `wire.py` may be told. */
export type Disturbance = 'pass' | 'cut' | `slow ${number}` | 'twice' | 'reset' | `divert ${string}`

/** A network of its own for whoever is started in it, and what becomes of its packets to `outer`. */
export interface Wire {
  /** How a command is run in there. */
  enter: string[]
  set(disturbance: Disturbance): void
  close(): void
}

export async function openWire(number: number, outer: string, port: number): Promise<Wire> {
  const script = join(root, 'tools', 'testing', 'wire.py')
  const process: ChildProcess = spawn(python, [script, String(number), outer, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pid = await new Promise<string>((resolve, reject) => {
    createInterface({ input: process.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(line.replace('inside ', '')),
    )
    process.once('exit', (code) => reject(new Error(`the wire could not be laid (${code})`)))
  })
  return {
    enter: ['nsenter', '--net', '--target', pid],
    set: (disturbance) => void process.stdin?.write(`${disturbance}\n`),
    close: () => void process.stdin?.end(),
  }
}
