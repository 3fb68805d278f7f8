/**
 * On a running demo: kills random processes during training, chosen by a seed. For each kill it prints how soon the
 * page reports it, whether it names the right party and cause, how the run ends, and whether its model is bit-identical
 * to that of an undisturbed run.
 *
 *     CAPTCHA_ANSWER=e2e-code make demo
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data node bench/faults.ts --rounds 30 --seed 1
 *
 * `--only 'fleet,SuperLink hung'` runs these faults in turn. Hanging processes and a busy machine run only if named
 * here, because they take minutes. `--hardships` runs, also in turn, faults of disks, clocks and the database
 * (hardships.ts), on a separate installation that needs root on Linux and a PostgreSQL. `--algorithm boosted-trees
 * --most 12` trains another algorithm with at most this many rounds. The last column is the memory of all processes.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Run } from '@tessera/contract'
import { appsUnder, places as demo, members, modelHash, pidsOf, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { edgesReady } from '../tools/main-job.ts'
import { startBusy } from '../tools/testing/busy.ts'
import { disturb, isOver, LONG_MS, look, runEnded, type Sight } from '../tools/testing/disturbing.ts'
import { until } from '../tools/until.ts'
import { HARDSHIPS, startBreakable, whyNoHardships } from './hardships.ts'
import { memoryNow, rowOf, secondsText } from './watching.ts'

const { values } = parseArgs({
  options: {
    /** Default: 30 rounds, or one round per hardship. */
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    algorithm: { type: 'string' },
    /** A limit far above the number of rounds that training needs; it stops earlier. */
    most: { type: 'string', default: '100' },
    hardships: { type: 'boolean', default: false },
    /** The port of the separate installation. */
    port: { type: 'string', default: '18700' },
  },
})
const draw = drawing(Number(values.seed))
const row = rowOf(24, 6, 8, 12, 22, 8, 6, 8)
/** The parties of each run. The third party never signs. */
const WORKING = ['1001', '1002']

interface Kill {
  pids: (partyId: string) => number[]
  /** Whether the process belongs to a party, so that the page may blame only this party. */
  isOfParty: boolean
  /** Whether the page reports the fault; absent if there is nothing to report. */
  isReported?: (sight: Sight, partyId: string) => boolean
  /** Whether the process lives for one message only. Then the next such process is killed. */
  isShort?: boolean
  /** Number of seconds for which the process is stopped instead of killed. */
  hangsSeconds?: number
  /**
   * If set, no process is killed; this number of processes keep the processor busy for this time, or until the run has
   * ended.
   */
  busy?: { processes: number; seconds: number }
}

const isWaitedFor = ({ run }: Sight, partyId: string) => run.waitingFor.includes(partyId)
const isServerNamed = ({ run }: Sight) => /^run\.(engine-away|server-restarting)$/.test(run.failure?.code ?? '')
const ofParty = (pids: Kill['pids']): Kill => ({ pids, isOfParty: true, isReported: isWaitedFor })
const ofServer = (pids: () => number[]): Kill => ({ pids, isOfParty: false, isReported: isServerNamed })

const KILLS: Record<string, Kill> = {
  worker: {
    pids: (partyId) => appsUnder(demo.edgeData(partyId)),
    isOfParty: true,
    isReported: ({ events }, partyId) =>
      events.some(
        (event) => event.kind === 'party-failed' && event.partyId === partyId && event.code === 'run.worker-died',
      ),
    isShort: true,
  },
  'client runner': ofParty((partyId) => pidsOf('engine.flower.runner', demo.edgeData(partyId))),
  SuperNode: ofParty((partyId) => pidsOf('engine.flower.supernode', demo.edgeData(partyId))),
  edge: ofParty((partyId) => pidsOf('edge/src/main.ts', demo.edgeData(partyId))),
  ServerApp: ofServer(() => appsUnder(demo.platformData)),
  'server runner': ofServer(() => pidsOf('engine.flower.runner', demo.platformData)),
  SuperLink: ofServer(() => pidsOf('engine.flower.superlink')),
  fleet: ofServer(() => pidsOf('platform/src/fleet/main.ts')),
  platform: { pids: () => pidsOf('platform/src/main.ts'), isOfParty: false },
  /** The edge is stopped long enough for the platform to notice, but too short for the run to give up. */
  'edge silent': { ...ofParty((partyId) => pidsOf('edge/src/main.ts', demo.edgeData(partyId))), hangsSeconds: 5 },
  'client runner hung': {
    ...ofParty((partyId) => pidsOf('engine.flower.runner', demo.edgeData(partyId))),
    hangsSeconds: 120,
  },
  'SuperNode hung': {
    ...ofParty((partyId) => pidsOf('engine.flower.supernode', demo.edgeData(partyId))),
    hangsSeconds: 120,
  },
  'SuperLink hung': { ...ofServer(() => pidsOf('engine.flower.superlink')), hangsSeconds: 60 },
  'fleet hung': { ...ofServer(() => pidsOf('platform/src/fleet/main.ts')), hangsSeconds: 60 },
  'load 40 on two cores for ten minutes': {
    pids: () => [],
    isOfParty: false,
    busy: { processes: 20 * availableParallelism(), seconds: 600 },
  },
}

interface Result {
  /** The party that causes the fault. Empty if no party does. */
  party: string
  reportedAfter: number | null
  blamed: string
  outcome: string
  seconds: number
  isEqual: boolean
  megabytes: number
}

const why = values.hardships ? whyNoHardships() : undefined
if (why) {
  console.log(`Not measured: ${why}.`)
  process.exit(0)
}
const own = values.hardships ? await startBreakable(Number(values.port)) : undefined
const places = own?.places ?? demo
const clients = own?.clients ?? (await members())
const alice = clients.get('1001') as Client
try {
  await measure()
} finally {
  await own?.close()
}

async function measure() {
  await edgesReady(clients)
  const taskId = await plannedTogether(clients, 'Faults', {
    rounds: Number(values.most),
    fewest: WORKING.length,
    at: places,
    ...(values.algorithm ? { algorithmId: values.algorithm } : {}),
  })
  const undisturbed = await runEnded(alice, await startAgain(clients, taskId))
  const expected = modelHash(undisturbed.id, places)
  const second = modelHash((await runEnded(alice, await startAgain(clients, taskId))).id, places)
  console.log(`undisturbed: ${undisturbed.round} rounds, ${expected.slice(0, 12)}; again: ${second.slice(0, 12)}`)
  console.log(row('fault', 'party', 'reported', 'named', 'outcome', 'took', 'model', 'memory'))

  const all = own
    ? [...HARDSHIPS]
    : Object.keys(KILLS).filter((name) => !KILLS[name]?.hangsSeconds && !KILLS[name]?.busy)
  const names = values.only?.split(',') ?? all
  const isInTurn = own !== undefined || values.only !== undefined
  const rounds = Number(values.rounds ?? (own ? names.length : 30))
  const results: Result[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = isInTurn ? (names[round % names.length] as string) : pick(names)
    const result = await (own ? breakOwn(name, taskId, expected) : kill(name, pick(WORKING), taskId, expected))
    results.push(result)
    const { party, reportedAfter, blamed, outcome, seconds, isEqual, megabytes } = result
    const cells = [
      secondsText(reportedAfter),
      blamed,
      outcome,
      secondsText(seconds),
      isEqual ? 'equal' : 'OTHER',
      `${megabytes} MB`,
    ]
    console.log(row(name, party, ...cells))
  }
  const count = (holds: (result: Result) => boolean) => results.filter(holds).length
  console.log(
    `${results.length} faults: ${count(({ outcome }) => outcome === 'finished')} finished, ${count(({ isEqual }) => isEqual)} equal, ` +
      `${count(({ blamed }) => blamed === 'right')} named right, the slowest reported after ${secondsText(Math.max(0, ...results.map(({ reportedAfter }) => reportedAfter ?? 0)))}`,
  )
  if (count(({ isEqual, blamed }) => isEqual && blamed === 'right') < results.length) process.exitCode = 1
}

/** Causes a hardship on the separate installation. */
async function breakOwn(name: string, taskId: string, expected: string): Promise<Result> {
  const fault = own?.faults[name]
  if (!fault) throw new Error(`no such hardship: ${name}`)
  await edgesReady(clients)
  const { run, reportedAfter, innocent, seconds } = await disturb(alice, await startAgain(clients, taskId), fault)
  const blamed = innocent[0]
    ? `wrong: ${innocent[0]}`
    : reportedAfter === null && fault.isReported
      ? 'not reported'
      : 'right'
  return { party: fault.partyId ?? '', reportedAfter, blamed, seconds, ...endOf(run, expected) }
}

function endOf(run: Run | undefined, expected: string) {
  const isFinished = run?.phase === 'completed'
  return {
    outcome: isFinished ? 'finished' : (run?.failure?.code ?? `hangs in ${run?.phase}`),
    isEqual: isFinished && modelHash(run.id, places) === expected,
    megabytes: memoryNow(places.dataDir),
  }
}

async function kill(name: string, partyId: string, taskId: string, expected: string): Promise<Result> {
  const what = KILLS[name]
  if (!what) throw new Error(`no such fault: ${name}`)
  const { pids, isOfParty, isReported, isShort, hangsSeconds, busy } = what
  await edgesReady(clients)
  const cloneId = await startAgain(clients, taskId)
  const from = 1 + Math.floor(draw() * 4)
  await until(
    'the round of the kill',
    async () => ((await look(alice, cloneId))?.run.round ?? 0) >= from || undefined,
    LONG_MS,
    50,
  )
  let wrong = ''
  let reportedAfter: number | null = null
  let victims = pids(partyId)
  for (const pid of victims) signal(pid, hangsSeconds ? 'SIGSTOP' : 'SIGKILL')
  if (hangsSeconds) setTimeout(() => victims.map((pid) => signal(pid, 'SIGCONT')), hangsSeconds * 1_000)
  const endBusy = busy ? startBusy(busy.processes).end : () => {}
  if (busy) setTimeout(endBusy, busy.seconds * 1_000).unref()
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  let sight: Sight | undefined
  while (seconds() < LONG_MS / 1_000) {
    sight = await look(alice, cloneId)
    if (sight && reportedAfter === null && isReported?.(sight, partyId)) reportedAfter = seconds()
    const innocent =
      sight?.run.waitingFor.find((id) => !(isOfParty && id === partyId)) ?? othersIn(sight, isOfParty ? partyId : null)
    if (innocent) wrong ||= `${innocent}, ${secondsText(seconds())}`
    if (sight && isOver(sight.run)) break
    if (victims.length === 0 || (isShort && reportedAfter === null)) {
      victims = pids(partyId)
      for (const pid of victims) signal(pid, 'SIGKILL')
    }
    await new Promise((done) => setTimeout(done, 20))
  }
  endBusy()
  const blamed = wrong ? `wrong: ${wrong}` : reportedAfter === null && isReported && isShort ? 'not reported' : 'right'
  return { party: isOfParty ? partyId : '', reportedAfter, blamed, seconds: seconds(), ...endOf(sight?.run, expected) }
}

/** Returns a party that the page blames although it has no fault. */
function othersIn(sight: Sight | undefined, partyId: string | null): string | undefined {
  const named = sight?.run.failure?.partyId
  return named && named !== partyId ? named : undefined
}

/** Sends a signal to a process. The process may already have ended. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function pick<T>(of: T[]): T {
  return of[Math.floor(draw() * of.length)] as T
}

/** Returns a random generator (mulberry32): the same seed gives the same faults. */
function drawing(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
