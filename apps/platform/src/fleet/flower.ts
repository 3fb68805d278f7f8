import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { create, createFileRegistry, type DescMessage, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Agent, request } from 'undici'

/** The content of DATA_DIR/fleet.json, which the fleet process writes. */
export type FleetAddress = {
  superlinkUrl: string
  caFile: string
  controlSecretFile: string
  frontDoorUrl: string
  pid: number
  /**
   * Identifier of the fleet's start. It changes at each start of the fleet and whenever its task runner ends, because
   * no ServerApp survives either.
   */
  start: string
}

/**
 * The state of a run in Flower's words. `outcome` is empty until the status is `finished`, then completed, failed or
 * stopped.
 */
export type FlowerRun = {
  attemptId: string
  status: string
  outcome: string
  details: string
  /** The configuration with which Flower started the run. */
  config: Record<string, unknown>
}
export type FlowerNode = {
  nodeId: string
  name: string
  isOnline: boolean
  status: string
  /** The node's public key, in the form that `nodeKey` returns. */
  publicKey: string
}

/** A call that the SuperLink refused. `status` is the HTTP status, `detail` Flower's error text. */
export class FlowerError extends Error {
  readonly status: number
  readonly detail: string
  constructor(call: string, status: number, detail: string) {
    super(`Flower refused ${call} (${status}): ${detail}`)
    this.status = status
    this.detail = detail
  }
}

/**
 * Client of Flower's Control API; no other file knows these calls. Run and node ids are strings, because they exceed
 * 2^53.
 */
export type Flower = {
  /** Starts a run of the app in these FAB bytes. Every key of `config` must be declared in the FAB's pyproject. */
  startRun(fab: Uint8Array, config: Record<string, string | number | boolean>): Promise<string>
  findRun(attemptId: string): Promise<FlowerRun | undefined>
  listRuns(): Promise<FlowerRun[]>
  /** Stops the run. Returns false if the run had already ended. */
  stopRun(attemptId: string): Promise<boolean>
  listNodes(signal?: AbortSignal): Promise<FlowerNode[]>
  /** Admits the holder of this EC key (PEM, SPKI) under `name`, which is the party id. Returns the node id. */
  registerNode(publicKeyPem: string, name: string): Promise<string>
  unregisterNode(nodeId: string): Promise<void>
  /** Yields the ServerApp's output as it arrives, until the run ends or `signal` is aborted. */
  followLogs(attemptId: string, signal?: AbortSignal): AsyncGenerator<string>
  close(): Promise<void>
}

// engine/engine/flower/export_descriptors.py writes this file from the pinned wheel of Flower, which contains no .proto
// files.
const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, readFileSync(new URL('./flower.binpb', import.meta.url))),
)

/** Returns the SHA-256 hash of a FAB as Flower computes it. This hash is also the plan's code hash. */
export const hashFab = (fab: Uint8Array): string => createHash('sha256').update(fab).digest('hex')

/**
 * Returns the key in the PEM form that its SuperNode sends, because Flower identifies a node by exactly these bytes.
 */
export const nodeKey = (pem: string) => String(createPublicKey(pem).export({ type: 'spki', format: 'pem' }))

/** Opens a client of the SuperLink's Control API (protobuf over HTTPS). The client connects at the first call. */
export function openFlower(address: Pick<FleetAddress, 'superlinkUrl' | 'caFile' | 'controlSecretFile'>): Flower {
  const dispatcher = new Agent({ connect: { ca: readFileSync(address.caFile) }, connectTimeout: 5_000 })
  const secret = readFileSync(address.controlSecretFile, 'utf8').trim()

  async function post(call: string, type: string, fields: object, signal?: AbortSignal) {
    const schema = message(`${type}Request`)
    const response = await request(`${address.superlinkUrl}/v1/control/${call}`, {
      method: 'POST',
      dispatcher,
      signal,
      headersTimeout: 30_000,
      bodyTimeout: 0,
      headers: { 'content-type': 'application/protobuf', 'x-tessera-control': secret },
      body: toBinary(schema, create(schema, fields as never)),
    })
    if (response.statusCode !== 200) {
      throw new FlowerError(call, response.statusCode, (await response.body.text()).slice(0, 2000))
    }
    return response.body
  }

  async function ask<Answer>(call: string, type: string, fields: object, signal?: AbortSignal): Promise<Answer> {
    const body = await post(call, type, fields, signal)
    return fromBinary(message(`${type}Response`), await body.bytes()) as Answer
  }

  type RunList = { runDict: Record<string, WireRun> }
  return {
    async startRun(fab, config) {
      const overrideConfig = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, scalar(value)]))
      const answer = await ask<{ runId?: bigint }>('start-run', 'StartRun', {
        fab: { hashStr: hashFab(fab), content: fab },
        overrideConfig,
      })
      if (!answer.runId) throw new FlowerError('start-run', 200, 'no run id: the FAB or its settings were refused')
      return String(answer.runId)
    },
    async findRun(attemptId) {
      try {
        const { runDict } = await ask<RunList>('list-runs', 'ListRuns', { runId: BigInt(attemptId) })
        const run = runDict[attemptId]
        return run && presentRun(attemptId, run)
      } catch (error) {
        if (error instanceof FlowerError && error.status === 404) return undefined
        throw error
      }
    },
    async listRuns() {
      const { runDict } = await ask<RunList>('list-runs', 'ListRuns', {})
      return Object.entries(runDict).map(([id, run]) => presentRun(id, run))
    },
    async stopRun(attemptId) {
      return (await ask<{ success: boolean }>('stop-run', 'StopRun', { runId: BigInt(attemptId) })).success
    },
    async listNodes(signal) {
      const { nodesInfo } = await ask<{ nodesInfo: WireNode[] }>('list-nodes', 'ListNodes', {}, signal)
      return nodesInfo.map(({ nodeId, name, status, publicKey }) => ({
        nodeId: String(nodeId),
        name,
        status,
        isOnline: status === 'online',
        publicKey: new TextDecoder().decode(publicKey),
      }))
    },
    async registerNode(publicKeyPem, name) {
      const publicKey = new TextEncoder().encode(nodeKey(publicKeyPem))
      return String((await ask<{ nodeId: bigint }>('register-node', 'RegisterNode', { publicKey, name })).nodeId)
    },
    async unregisterNode(nodeId) {
      await ask('unregister-node', 'UnregisterNode', { nodeId: BigInt(nodeId) })
    },
    async *followLogs(attemptId, signal) {
      const fields = { runId: BigInt(attemptId), afterTimestamp: 0 }
      for await (const frame of frames(await post('stream-logs', 'StreamLogs', fields, signal))) {
        yield (fromBinary(message('StreamLogsResponse'), frame) as unknown as { logOutput: string }).logOutput
      }
    },
    close: () => dispatcher.destroy(),
  }
}

type WireRun = {
  status?: { status: string; subStatus: string; details: string }
  overrideConfig: Record<string, { scalar: { value?: unknown } }>
}
type WireNode = { nodeId: bigint; name: string; status: string; publicKey: Uint8Array }

function presentRun(attemptId: string, { status, overrideConfig }: WireRun): FlowerRun {
  return {
    attemptId,
    status: status?.status ?? '',
    outcome: status?.subStatus ?? '',
    details: status?.details ?? '',
    config: Object.fromEntries(Object.entries(overrideConfig).map(([key, { scalar }]) => [key, scalar.value])),
  }
}

function message(name: string): DescMessage {
  const found = registry.getMessage(`flwr.proto.${name}`)
  if (!found) throw new Error(`flower.binpb has no message ${name}: export it again`)
  return found
}

function scalar(value: string | number | boolean) {
  if (typeof value === 'string') return { scalar: { case: 'string', value } }
  if (typeof value === 'boolean') return { scalar: { case: 'bool', value } }
  if (Number.isSafeInteger(value)) return { scalar: { case: 'sint64', value: BigInt(value) } }
  return { scalar: { case: 'double', value } }
}

/** Yields the messages of a Flower stream. The length of each message precedes it as a big-endian u32. */
export async function* frames(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending = Buffer.alloc(0)
  for await (const chunk of body) {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32BE(0)) {
      const end = 4 + pending.readUInt32BE(0)
      yield pending.subarray(4, end)
      pending = pending.subarray(end)
    }
  }
}
