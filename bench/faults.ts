/**
 * On a running demo: processes killed in the midst of training, drawn by a seed; of each kill how soon the page says so,
 * whether it names the right party and cause, how the run ends, and whether its model is that of an undisturbed run to the bit.
 *
 *     CAPTCHA_ANSWER=e2e-code make demo
 *     E2E_PORT=8080 E2E_DATA_DIR=$PWD/.data node bench/faults.ts --rounds 30 --seed 1
 *
 * `--only 'fleet,SuperLink hung'` takes those in turn; what hangs is taken only so, as it takes its minute.
 * `--algorithm boosted-trees --most 12` trains another one, of so many rounds. The last column is the memory of all that runs.
 */
import { parseArgs } from 'node:util'
import { appsUnder, members, modelHash, pidsOf, places, plannedTogether, startAgain } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { edgesReady } from '../tools/main-job.ts'
import { isOver, LONG_MS, look, runEnded, type Sight } from '../tools/testing/disturbing.ts'
import { until } from '../tools/until.ts'
import { memoryNow, rowOf, told } from './watching.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    algorithm: { type: 'string' },
    /** Far more than the fit takes: it stops by itself. */
    most: { type: 'string', default: '100' },
  },
})
const draw = drawing(Number(values.seed))
const row = rowOf(18, 6, 8, 12, 22, 8, 6, 8)
/** Those that take part in each run; the third never signs. */
const WORKING = ['1001', '1002']

interface Fault {
  pids: (partyId: string) => number[]
  /** Of a party: nobody but that one may be named. */
  isOfParty: boolean
  /** Whether the page says what is wrong; absent where there is nothing to say. */
  isSaid?: (sight: Sight, partyId: string) => boolean
  /** Lives for a message only, so whichever comes next is killed. */
  isShort?: boolean
  /** Stands still for so long instead of dying. */
  hangsSeconds?: number
}

const isWaitedFor = ({ run }: Sight, partyId: string) => run.waitingFor.includes(partyId)
const isServerNamed = ({ run }: Sight) => /^run\.(engine-away|server-restarting)$/.test(run.failure?.code ?? '')
const ofParty = (pids: Fault['pids']): Fault => ({ pids, isOfParty: true, isSaid: isWaitedFor })
const ofServer = (pids: () => number[]): Fault => ({ pids, isOfParty: false, isSaid: isServerNamed })

const FAULTS: Record<string, Fault> = {
  worker: {
    pids: (partyId) => appsUnder(places.edgeData(partyId)),
    isOfParty: true,
    isSaid: ({ events }, partyId) =>
      events.some(
        (event) => event.kind === 'party-failed' && event.partyId === partyId && event.code === 'run.worker-died',
      ),
    isShort: true,
  },
  'client runner': ofParty((partyId) => pidsOf('engine.flower.runner', places.edgeData(partyId))),
  SuperNode: ofParty((partyId) => pidsOf('engine.flower.supernode', places.edgeData(partyId))),
  edge: ofParty((partyId) => pidsOf('edge/src/main.ts', places.edgeData(partyId))),
  ServerApp: ofServer(() => appsUnder(places.platformData)),
  'server runner': ofServer(() => pidsOf('engine.flower.runner', places.platformData)),
  SuperLink: ofServer(() => pidsOf('engine.flower.superlink')),
  fleet: ofServer(() => pidsOf('platform/src/fleet/main.ts')),
  platform: { pids: () => pidsOf('platform/src/main.ts'), isOfParty: false },
  /** Long enough to be missed, too short to be given up. */
  'edge silent': { ...ofParty((partyId) => pidsOf('edge/src/main.ts', places.edgeData(partyId))), hangsSeconds: 5 },
  'client runner hung': {
    ...ofParty((partyId) => pidsOf('engine.flower.runner', places.edgeData(partyId))),
    hangsSeconds: 120,
  },
  'SuperNode hung': {
    ...ofParty((partyId) => pidsOf('engine.flower.supernode', places.edgeData(partyId))),
    hangsSeconds: 120,
  },
  'SuperLink hung': { ...ofServer(() => pidsOf('engine.flower.superlink')), hangsSeconds: 60 },
  'fleet hung': { ...ofServer(() => pidsOf('platform/src/fleet/main.ts')), hangsSeconds: 60 },
}

interface Result {
  fault: string
  said: number | null
  blamed: string
  outcome: string
  seconds: number
  isEqual: boolean
  megabytes: number
}

const clients = await members()
const alice = clients.get('1001') as Client
await edgesReady(clients)
const taskId = await plannedTogether(clients, 'Faults', {
  rounds: Number(values.most),
  fewest: WORKING.length,
  ...(values.algorithm ? { algorithmId: values.algorithm } : {}),
})
const undisturbed = await runEnded(alice, await startAgain(clients, taskId))
const expected = modelHash(undisturbed.id)
const second = modelHash((await runEnded(alice, await startAgain(clients, taskId))).id)
console.log(`undisturbed: ${undisturbed.round} rounds, ${expected.slice(0, 12)}; again: ${second.slice(0, 12)}`)
console.log(row('fault', 'party', 'said', 'named', 'outcome', 'took', 'model', 'memory'))

const names = values.only?.split(',') ?? Object.keys(FAULTS).filter((name) => !FAULTS[name]?.hangsSeconds)
const results: Result[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  const name = values.only ? (names[round % names.length] as string) : pick(names)
  const partyId = pick(WORKING)
  const result = await breakOne(name, FAULTS[name] as Fault, partyId)
  results.push(result)
  const { said, blamed, outcome, seconds, isEqual, megabytes } = result
  console.log(
    row(
      name,
      FAULTS[name]?.isOfParty ? partyId : '',
      told(said),
      blamed,
      outcome,
      told(seconds),
      isEqual ? 'equal' : 'OTHER',
      `${megabytes} MB`,
    ),
  )
}
const count = (holds: (result: Result) => boolean) => results.filter(holds).length
console.log(
  `${results.length} kills: ${count(({ outcome }) => outcome === 'finished')} finished, ${count(({ isEqual }) => isEqual)} equal, ` +
    `${count(({ blamed }) => blamed === 'right')} named right, the slowest said after ${told(Math.max(0, ...results.map(({ said }) => said ?? 0)))}`,
)
if (count(({ isEqual, blamed }) => isEqual && blamed === 'right') < results.length) process.exitCode = 1

async function breakOne(fault: string, what: Fault, partyId: string): Promise<Result> {
  const { pids, isOfParty, isSaid, isShort, hangsSeconds } = what
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
  let said: number | null = null
  let victims = pids(partyId)
  for (const pid of victims) signal(pid, hangsSeconds ? 'SIGSTOP' : 'SIGKILL')
  if (hangsSeconds) setTimeout(() => victims.map((pid) => signal(pid, 'SIGCONT')), hangsSeconds * 1_000)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  let sight: Sight | undefined
  while (seconds() < LONG_MS / 1_000) {
    sight = await look(alice, cloneId)
    if (sight && said === null && isSaid?.(sight, partyId)) said = seconds()
    const innocent =
      sight?.run.waitingFor.find((id) => !(isOfParty && id === partyId)) ?? othersIn(sight, isOfParty ? partyId : null)
    if (innocent) wrong ||= `${innocent}, ${told(seconds())}`
    if (sight && isOver(sight.run)) break
    if (victims.length === 0 || (isShort && said === null)) {
      victims = pids(partyId)
      for (const pid of victims) signal(pid, 'SIGKILL')
    }
    await new Promise((done) => setTimeout(done, 20))
  }
  const { run } = sight as Sight
  const isFinished = run.phase === 'completed'
  const outcome = isFinished ? 'finished' : (run.failure?.code ?? `hangs in ${run.phase}`)
  const named = wrong ? `wrong: ${wrong}` : said === null && isSaid && isShort ? 'not told' : 'right'
  return {
    fault,
    said,
    blamed: named,
    outcome,
    seconds: seconds(),
    isEqual: isFinished && modelHash(run.id) === expected,
    megabytes: memoryNow(),
  }
}

/** A failure of a party that nothing happened to. */
function othersIn(sight: Sight | undefined, partyId: string | null): string | undefined {
  const named = sight?.run.failure?.partyId
  return named && named !== partyId ? named : undefined
}

/** It may have ended by itself meanwhile. */
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

/** mulberry32: the same seed draws the same faults. */
function drawing(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
