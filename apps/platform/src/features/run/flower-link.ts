import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processorShare } from '@tessera/server'
import { Agent, errors, request } from 'undici'
import { type FleetAddress, type Flower, FlowerError, type FlowerRun, openFlower } from '../../fleet/flower.ts'

/** On a machine that does nothing else. */
const ANSWER_MS = 5_000
const DOOR_ANSWER_MS = 4_000
/** Of a run after the other: one question answers all that is asked soon after. */
const DOOR_KNOWN_MS = 3_000

/** The SuperLink does not answer, for whatever reason: worth another try. */
export class EngineAway extends Error {}

/** The SuperLink wherever the fleet process has it now: it gets another port at each start. */
export interface FlowerLink {
  /** Which start of the fleet it is; undefined while there is none. */
  start(): Promise<string | undefined>
  /** The fleet stands still, or nobody may trust it any more: parties that reach nothing through it are not away. */
  isDoorShut(): Promise<boolean>
  startRun(fab: Uint8Array, config: Record<string, string>): Promise<string>
  findRun(flowerRunId: string): Promise<FlowerRun | undefined>
  listRuns(): Promise<FlowerRun[]>
  stopRun(flowerRunId: string): Promise<void>
  close(): Promise<void>
}

const readAddress = (dataDir: string) => readFile(join(dataDir, 'fleet.json'), 'utf8')

/** Which start of the fleet there is, if any. */
export const readFleetStart = (dataDir: string): Promise<string | undefined> =>
  readAddress(dataDir).then(
    (text) => (JSON.parse(text) as FleetAddress).start,
    () => undefined,
  )

/** Calls either answer, throw a FlowerError (refused), or EngineAway. */
export function openFlowerLink(dataDir: string): FlowerLink {
  let open: { text: string; flower: Flower } | undefined

  async function connect(): Promise<Flower> {
    const text = await readAddress(dataDir)
    if (open?.text !== text) {
      await open?.flower.close()
      open = { text, flower: openFlower(JSON.parse(text) as FleetAddress) }
    }
    return open.flower
  }

  async function ask<T>(call: (flower: Flower) => Promise<T>, limitMs = ANSWER_MS): Promise<T> {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new EngineAway('no answer in time')), limitMs / processorShare())
    try {
      return await Promise.race([connect().then(call), timeout.promise])
    } catch (error) {
      if (error instanceof FlowerError && error.status < 500) throw error
      throw new EngineAway(error instanceof Error ? error.message : String(error))
    } finally {
      clearTimeout(timer)
    }
  }

  const door = openDoorSight(() => readAddress(dataDir))

  return {
    start: () => readFleetStart(dataDir),
    isDoorShut: () => door.isShut(),
    startRun: (fab, config) => ask((flower) => flower.startRun(fab, config), 30_000),
    findRun: (flowerRunId) => ask((flower) => flower.findRun(flowerRunId)),
    listRuns: () => ask((flower) => flower.listRuns()),
    stopRun: async (flowerRunId) => {
      await ask((flower) => flower.stopRun(flowerRunId))
    },
    close: async () => open?.flower.close(),
  }
}

/**
 * Knows whether the front door takes calls and answers none, or shows a certificate that ran out. One that refuses calls has
 * ended, which is seen otherwise.
 */
function openDoorSight(readAddress: () => Promise<string>) {
  let known: { isShut: Promise<boolean>; until: number } | undefined

  async function look(): Promise<boolean> {
    const address = JSON.parse(await readAddress()) as FleetAddress
    const connect = { ca: await readFile(address.caFile), timeout: DOOR_ANSWER_MS }
    const dispatcher = new Agent({ connect, headersTimeout: DOOR_ANSWER_MS })
    // Not by its name, which this machine need not resolve.
    const url = `https://127.0.0.1:${new URL(address.frontDoorUrl).port}/healthz`
    try {
      await (await request(url, { dispatcher })).body.dump()
      return false
    } catch (error) {
      const isHung = error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError
      return isHung || (error as NodeJS.ErrnoException).code === 'CERT_HAS_EXPIRED'
    } finally {
      await dispatcher.destroy()
    }
  }

  return {
    isShut() {
      if (!known || known.until < Date.now()) {
        known = { isShut: look().catch(() => false), until: Date.now() + DOOR_KNOWN_MS }
      }
      return known.isShut
    },
  }
}
