import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFailure } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import type { Client } from '../tools/client.ts'
import { DATASET } from '../tools/demo-names.ts'
import { headOf, LABEL } from '../tools/demo-table.ts'
import { edgesReady, memberOf } from '../tools/main-job.ts'
import { type DemoParty, PARTIES, type Places, placesFrom } from '../tools/places.ts'
import { closeJoining, confirmNames, createTask, offerRows, planTask, sign } from '../tools/steps.ts'
import { processesNaming } from '../tools/testing/processes.ts'
import { until } from '../tools/until.ts'
import { captchaAnswer, demoPort } from './demo.ts'

/** Addresses and folders of the journeys' demo. The global set-up passes its folder in the environment. */
export const places = placesFrom({ PORT: String(demoPort), DATA_DIR: process.env.E2E_DATA_DIR })

export const member = (party: DemoParty, at: Places = places) => memberOf({ places: at, captchaAnswer }, party)

export async function members(at: Places = places): Promise<Map<string, Client>> {
  return new Map(await Promise.all(PARTIES.map(async (party) => [party.id, await member(party, at)] as const)))
}

/** Returns the newest code sent to an address, from the outbox that replaces a mail server. */
export function mailedCode(to: string): Promise<string> {
  const outbox = join(places.platformData, 'outbox')
  const messages = () =>
    existsSync(outbox)
      ? readdirSync(outbox)
          .filter((name) => name.endsWith('.json'))
          .map(
            (name) =>
              JSON.parse(readFileSync(join(outbox, name), 'utf8')) as Record<'to' | 'code' | 'createTime', string>,
          )
      : []
  const newest = () =>
    messages()
      .filter((message) => message.to === to)
      .toSorted((a, b) => b.createTime.localeCompare(a.createTime))[0]?.code
  return until(`the mail to ${to}`, async () => newest())
}

/** Starts training with all three parties of the demo, with enough rounds for a test to cause a fault meanwhile. */
export async function trainingTask(clients: Map<string, Client>, name: string, rounds = 100): Promise<string> {
  await edgesReady(clients)
  return startTraining(clients, name, rounds)
}

/**
 * Starts training with all three parties of the demo, without waiting until every edge is ready. Returns after the
 * first round.
 */
export async function startTraining(
  clients: Map<string, Client>,
  name: string,
  rounds: number,
  at: Places = places,
  algorithmId?: string,
): Promise<string> {
  const taskId = await plannedTogether(clients, name, { rounds, at, ...(algorithmId && { algorithmId }) })
  for (const client of clients.values()) await sign(client, taskId)
  const [initiator] = [...clients.values()] as [Client]
  await initiator.call(wire.StartTraining, { taskId })
  await untilFirstRound(initiator, taskId)
  return taskId
}

interface Planned {
  rounds: number
  at?: Places
  algorithmId?: string
  fewest?: number
  waitMinutes?: number
}

/** Prepares a task of all three parties up to the signatures. */
export async function plannedTogether(
  clients: Map<string, Client>,
  name: string,
  { rounds, at = places, algorithmId, ...terms }: Planned,
): Promise<string> {
  const all = [...clients.values()] as [Client, ...Client[]]
  const [initiator, ...others] = all
  const taskId = await createTask(initiator, name, 'public', 'federated')
  const columns = headOf(join(at.dataDir, 'demo', 'holdout.csv')).filter(
    (column) => column !== LABEL && column !== 'id',
  )
  for (const client of others) await client.call(wire.JoinTask, { taskId })
  for (const client of all) {
    const { records } = await client.call(wire.ListMyDatasets, { name: DATASET })
    const dataset = records.find(({ name }) => name === DATASET)
    if (!dataset) throw new Error('the demo dataset is not there')
    await offerRows(client, taskId, dataset.id)
    if (client === initiator) {
      await planTask(initiator, taskId, columns, rounds, algorithmId)
      await closeJoining(initiator, taskId, terms)
    }
    await confirmNames(client, taskId)
  }
  return taskId
}

/**
 * Runs a planned task in a clone, without the last party, which never signs. Plan, seed, rows and tickets are the same
 * each time. Returns the clone's id after its first round.
 */
export async function startAgain(clients: Map<string, Client>, taskId: string): Promise<string> {
  const [initiator, ...others] = [...clients.values()] as [Client, ...Client[]]
  for (const client of [initiator, ...others.slice(0, -1)]) await sign(client, taskId)
  const cloneId = await initiator.call(wire.StartWithReady, { taskId, keepOriginal: true })
  await untilFirstRound(initiator, cloneId)
  return cloneId
}

/** Returns the SHA-256 of the model file of a finished run. */
export const modelHash = (runId: string, at: Places = places) =>
  createHash('sha256')
    .update(readFileSync(join(at.platformData, 'runs', runId, 'model.onnx')))
    .digest('hex')

/** Time limit that only a hung run reaches. */
const UNTIL_FIRST_ROUND_MS = 180_000

async function untilFirstRound(initiator: Client, taskId: string) {
  await until(
    'the first round',
    async () => {
      const { run } = await initiator.call(wire.GetRun, { taskId })
      // On a busy machine, the SuperLink may not answer for a moment. The run reports this as a failure, but continues.
      if (run?.phase === 'failed') throw new Error(`training failed: ${JSON.stringify(run.failure)}`)
      return (run?.round ?? 0) >= 1 || undefined
    },
    UNTIL_FIRST_ROUND_MS,
  )
}

/** Prepares a single-party task up to the signature. Without `datasetId`, it offers the demo's dataset. */
export async function plannedAlone(party: DemoParty, name: string, datasetId?: string): Promise<string> {
  const client = await member(party)
  const taskId = await plannedUpToNames(client, name, datasetId)
  await confirmNames(client, taskId)
  return taskId
}

/** Prepares a single-party task up to the confirmation of categories and classes. */
export async function plannedUpToNames(client: Client, name: string, datasetId?: string): Promise<string> {
  const taskId = await createTask(client, name, 'private', 'independent')
  const { records } = await client.call(wire.ListMyDatasets, { name: DATASET })
  await offerRows(client, taskId, datasetId ?? records.find((dataset) => dataset.name === DATASET)?.id ?? '')
  const columns = headOf(join(places.dataDir, 'demo', 'holdout.csv')).filter(
    (column) => column !== LABEL && column !== 'id',
  )
  await planTask(client, taskId, columns, 3)
  return taskId
}

/** Waits until the task's run has failed. Returns its failure. */
export async function failureOf(client: Client, taskId: string, timeoutMs = 180_000): Promise<RunFailure> {
  return until(
    'the run to be marked failed',
    async () => (await client.call(wire.GetRun, { taskId })).run?.failure ?? undefined,
    timeoutMs,
  )
}

/**
 * Returns the ids of the demo's processes whose command line contains `what`, and `where`, for example the folder of
 * one party.
 */
export function pidsOf(what: string, where: string = places.dataDir): number[] {
  return processesNaming(where)
    .filter((line) => line.includes(what))
    .map((line) => Number(line.split(' ')[0]))
}

/**
 * Returns the processes of Flower apps below a folder. The runner forks a zygote, which forks one process per message
 * or run.
 */
export function appsUnder(folder: string): number[] {
  const runners = pidsOf('engine.flower.runner', folder)
  const forked = new Set(runners.flatMap(childrenOf))
  return runners
    .filter((pid) => !forked.has(pid))
    .flatMap(childrenOf)
    .flatMap(childrenOf)
}

/** Returns the children of a process, read from /proc. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}
