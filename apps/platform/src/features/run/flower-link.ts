import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processorShare } from '@tessera/server'
import { Agent, errors, request } from 'undici'
import { type FleetAddress, type Flower, FlowerError, type FlowerRun, openFlower } from '../../fleet/flower.ts'

/** Timeout of a call to the SuperLink. On a machine that is otherwise idle, this is enough. */
const ANSWER_MS = 5_000
const DOOR_ANSWER_MS = 4_000
/** Time for which one check of the front door is reused for other runs. */
const DOOR_KNOWN_MS = 3_000

/** Error if the SuperLink does not answer. The caller may try again. */
export class EngineAway extends Error {}

/**
 * The connection to the SuperLink. It finds the fleet process again after a restart, when the process has another port.
 */
export interface FlowerLink {
  /** Returns an identifier of the fleet's current start; undefined while no fleet runs. */
  start(): Promise<string | undefined>
  /**
   * Returns whether the fleet's front door does not answer or its certificate has expired. Parties that cannot connect
   * for this reason do not count as offline.
   */
  isDoorShut(): Promise<boolean>
  startRun(fab: Uint8Array, config: Record<string, string>): Promise<string>
  findRun(attemptId: string): Promise<FlowerRun | undefined>
  listRuns(): Promise<FlowerRun[]>
  stopRun(attemptId: string): Promise<void>
  close(): Promise<void>
}

const readAddress = (dataDir: string) => readFile(join(dataDir, 'fleet.json'), 'utf8')

/** Returns the identifier of the fleet's current start; undefined if no fleet runs. */
export const readFleetStart = (dataDir: string): Promise<string | undefined> =>
  readAddress(dataDir).then(
    (text) => (JSON.parse(text) as FleetAddress).start,
    () => undefined,
  )

/**
 * Opens the connection to the SuperLink. Each call returns the answer, or throws a FlowerError (refused) or EngineAway
 * (no answer).
 */
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
 * Returns a check of whether the front door accepts connections without answering, or presents an expired certificate.
 * If the door refuses connections, its process has ended, which is detected elsewhere.
 */
function openDoorSight(readAddress: () => Promise<string>) {
  let known: { isShut: Promise<boolean>; until: number } | undefined

  async function look(): Promise<boolean> {
    const address = JSON.parse(await readAddress()) as FleetAddress
    const connect = { ca: await readFile(address.caFile), timeout: DOOR_ANSWER_MS }
    const dispatcher = new Agent({ connect, headersTimeout: DOOR_ANSWER_MS })
    // Use the loopback address, because this machine might not resolve the front door's host name.
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
