import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FleetAddress, type Flower, FlowerError, type FlowerRun, openFlower } from '../../fleet/flower.ts'

const ANSWER_MS = 5_000

/** The SuperLink does not answer, for whatever reason: worth another try. */
export class EngineAway extends Error {}

/** The SuperLink wherever the fleet process has it now: it gets another port at each start. */
export interface FlowerLink {
  /** Which start of the fleet it is; undefined while there is none. */
  start(): Promise<string | undefined>
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
    const timer = setTimeout(() => timeout.reject(new EngineAway('no answer in time')), limitMs)
    try {
      return await Promise.race([connect().then(call), timeout.promise])
    } catch (error) {
      if (error instanceof FlowerError && error.status < 500) throw error
      throw new EngineAway(error instanceof Error ? error.message : String(error))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    start: () => readFleetStart(dataDir),
    startRun: (fab, config) => ask((flower) => flower.startRun(fab, config), 30_000),
    findRun: (flowerRunId) => ask((flower) => flower.findRun(flowerRunId)),
    listRuns: () => ask((flower) => flower.listRuns()),
    stopRun: async (flowerRunId) => {
      await ask((flower) => flower.stopRun(flowerRunId))
    },
    close: async () => open?.flower.close(),
  }
}
