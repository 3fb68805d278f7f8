import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { create, createFileRegistry, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { openAuthority } from '../../fleet/authority.ts'

const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, readFileSync(new URL('../../fleet/flower.binpb', import.meta.url))),
)
const messageOf = (name: string) => registry.getMessage(`flwr.proto.${name}`) as DescMessage

interface FakeRun {
  status: string
  subStatus: string
  fabHash: string
  config: Record<string, unknown>
}

interface FakeNode {
  nodeId: bigint
  name: string
  status: string
}

/** A fake SuperLink for tests. It serves Flower's Control API over TLS, and the test controls its runs. */
export interface FakeFlower {
  runs: Map<string, FakeRun>
  stopped: string[]
  /** Number of times that a worker requested the state of a run, by run. */
  looks: Map<string, number>
  /** Tasks whose runs the fake refuses, with Flower's error text. */
  refused: Map<string, string>
  /** The registered nodes by their public key. */
  nodes: Map<string, FakeNode>
  /** Names of the calls that were refused. Flower logs an error for each of them. */
  refusals: string[]
  /** Promises by task. A run of such a task starts only after its promise resolves. */
  slow: Map<string, Promise<void>>
  /** Stops listening, as if the process had ended. `listen` starts listening again on another port. */
  goAway(): Promise<void>
  listen(): Promise<void>
  /** Ends the fleet and every run that it started, and starts another fleet. */
  startAnew(): Promise<void>
  close(): Promise<void>
}

export async function startFakeFlower(dataDir: string): Promise<FakeFlower> {
  const authority = await openAuthority(dataDir)
  const { certFile, keyFile } = await authority.issue('superlink', ['127.0.0.1'])
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  const secret = readFileSync(authority.controlSecretFile, 'utf8').trim()
  const runs = new Map<string, FakeRun>()
  const stopped: string[] = []
  const looks = new Map<string, number>()
  const refused = new Map<string, string>()
  const slow = new Map<string, Promise<void>>()
  const nodes = new Map<string, FakeNode>()
  const refusals: string[] = []
  // Ids above 2^53, like those of Flower, which a JavaScript number cannot represent exactly.
  let nextId = 2n ** 60n

  const calls: Record<string, (request: never) => [string, object] | undefined> = {
    'start-run': ({ fab, overrideConfig }: { fab: { hashStr: string }; overrideConfig: Record<string, Scalar> }) => {
      const id = String(++nextId)
      const config = Object.fromEntries(
        Object.entries(overrideConfig).map(([key, value]) => [key, value.scalar?.value ?? value]),
      )
      runs.set(id, { status: 'running', subStatus: '', fabHash: fab.hashStr, config })
      return ['StartRunResponse', { runId: BigInt(id) }]
    },
    'list-runs': ({ runId }: { runId?: bigint }) => {
      if (runId) looks.set(String(runId), (looks.get(String(runId)) ?? 0) + 1)
      const shown = [...runs].filter(([id]) => !runId || id === String(runId))
      const runDict = Object.fromEntries(
        shown.map(([id, { status, subStatus, config }]) => [
          id,
          { status: { status, subStatus }, overrideConfig: asScalars(config) },
        ]),
      )
      return ['ListRunsResponse', { runDict }]
    },
    'stop-run': ({ runId }: { runId: bigint }) => {
      const run = runs.get(String(runId))
      if (run?.status === 'finished') return undefined
      if (run) Object.assign(run, { status: 'finished', subStatus: 'stopped' })
      stopped.push(String(runId))
      return ['StopRunResponse', { success: run !== undefined }]
    },
    // As in Flower, a key can be registered only once, even after its node was unregistered.
    'register-node': ({ publicKey, name }: { publicKey: Uint8Array; name: string }) => {
      const key = Buffer.from(publicKey).toString()
      if (nodes.has(key)) return undefined
      nodes.set(key, { nodeId: ++nextId, name, status: 'registered' })
      return ['RegisterNodeResponse', { nodeId: nextId }]
    },
    'unregister-node': ({ nodeId }: { nodeId: bigint }) => {
      const node = [...nodes.values()].find((one) => one.nodeId === nodeId && one.status !== 'unregistered')
      if (!node) return undefined
      node.status = 'unregistered'
      return ['UnregisterNodeResponse', {}]
    },
    'list-nodes': () => {
      const nodesInfo = [...nodes].map(([key, node]) => ({ ...node, publicKey: Buffer.from(key) }))
      return ['ListNodesResponse', { nodesInfo }]
    },
  }

  const requestNames: Record<string, string> = {
    'register-node': 'RegisterNodeRequest',
    'unregister-node': 'UnregisterNodeRequest',
    'list-nodes': 'ListNodesRequest',
    'start-run': 'StartRunRequest',
    'list-runs': 'ListRunsRequest',
    'stop-run': 'StopRunRequest',
  }
  let server: Server

  let start = 'the first'
  async function listen() {
    server = createServer(tls, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const name = request.url?.replace('/v1/control/', '') ?? ''
        const call = calls[name]
        if (!call || request.headers['x-tessera-control'] !== secret) return response.writeHead(403).end('{}')
        const body = Buffer.concat(chunks)
        const refusal = [...refused].find(([taskId]) => name === 'start-run' && body.includes(taskId))
        if (refusal) return response.writeHead(412).end(refusal[1])
        if (name === 'start-run') await [...slow].find(([taskId]) => body.includes(taskId))?.[1]
        const schema = messageOf(requestNames[name] as string)
        const answered = call(fromBinary(schema, body) as never)
        if (!answered) {
          refusals.push(name)
          return response.writeHead(409).end('already registered')
        }
        const [answerName, fields] = answered
        const answer = messageOf(answerName)
        response.writeHead(200).end(toBinary(answer, create(answer, fields as never)))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const address = {
      superlinkUrl: `https://127.0.0.1:${port}`,
      caFile: authority.caFile,
      controlSecretFile: authority.controlSecretFile,
      frontDoorUrl: 'https://127.0.0.1:9',
      pid: process.pid,
      start,
    }
    await writeFile(join(dataDir, 'fleet.json'), JSON.stringify(address))
  }

  async function goAway() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }

  await listen()
  return {
    runs,
    stopped,
    looks,
    refused,
    nodes,
    refusals,
    slow,
    goAway,
    listen,
    async startAnew() {
      await goAway()
      for (const run of runs.values()) Object.assign(run, { status: 'finished', subStatus: 'failed' })
      start = `after ${start}`
      await listen()
    },
    close: goAway,
  }
}

interface Scalar {
  scalar?: { value: unknown }
}

const asScalars = (config: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { scalar: { case: 'string', value } }]))
