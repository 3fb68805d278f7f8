import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processorShare } from '@tessera/server'
import { Agent, errors, request } from 'undici'
import { type FleetAddress, type Flower, FlowerError, type FlowerRun, openFlower } from '../../fleet/flower.ts'

/** Timeout of a call on an otherwise idle machine. */
const ANSWER_MS = 5_000
const DOOR_ANSWER_MS = 4_000
/** How long one check of the front door is reused for other runs. */
const DOOR_KNOWN_MS = 3_000

/** The SuperLink does not answer, so the caller may try again. */
export class EngineAway extends Error {}

/** The connection to the SuperLink. It follows the fleet process, which gets another port at each start. */
export interface FlowerLink {
  /** Identifies the current start of the fleet; undefined while no fleet runs. */
  start(): Promise<string | undefined>
  /**
   * Whether the front door hangs or its certificate has expired. Parties that cannot get through it are not offline.
   */
  isDoorShut(): Promise<boolean>
  startRun(fab: Uint8Array, config: Record<string, string>): Promise<string>
  findRun(attemptId: string): Promise<FlowerRun | undefined>
  listRuns(): Promise<FlowerRun[]>
  stopRun(attemptId: string): Promise<void>
  close(): Promise<void>
}

const readAddress = (dataDir: string) => readFile(join(dataDir, 'fleet.json'), 'utf8')

/** Returns the identifier of the current start of the fleet, if any. */
export const readFleetStart = (dataDir: string): Promise<string | undefined> =>
  readAddress(dataDir).then(
    (text) => (JSON.parse(text) as FleetAddress).start,
    () => undefined,
  )

/** Opens the link. Each call answers, or throws a FlowerError (refused) or EngineAway. */
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
    findRun: (attemptId) => ask((flower) => flower.findRun(attemptId)),
    listRuns: () => ask((flower) => flower.listRuns()),
    stopRun: async (attemptId) => {
      await ask((flower) => flower.stopRun(attemptId))
    },
    close: async () => open?.flower.close(),
  }
}

/**
 * Checks whether the front door accepts connections without answering, or presents an expired certificate. A door that
 * refuses connections has ended, which is detected elsewhere.
 */
function openDoorSight(readAddress: () => Promise<string>) {
  let known: { isShut: Promise<boolean>; until: number } | undefined

  async function look(): Promise<boolean> {
    const address = JSON.parse(await readAddress()) as FleetAddress
    const connect = { ca: await readFile(address.caFile), timeout: DOOR_ANSWER_MS }
    const dispatcher = new Agent({ connect, headersTimeout: DOOR_ANSWER_MS })
    // By address, because this machine might not resolve the front door's name.
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
