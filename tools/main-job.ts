import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TableRow } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { DEMO_PASSWORD } from '../apps/platform/src/lib/demo.ts'
import { Client } from './client.ts'
import * as names from './demo-names.ts'
import { ALGORITHM, headOf, LABEL, readTable } from './demo-table.ts'
import type { Journal } from './journal.ts'
import { type DemoParty, engineDir, PARTIES, type Places, python } from './places.ts'
import {
  closeJoining,
  confirmNames,
  createTask,
  offerRows,
  planTask,
  readyInference,
  sign,
  train,
  UNSEEN,
  upload,
} from './steps.ts'
import { until } from './until.ts'

/** Maximum number of rounds. Training on these rows stops earlier. */
const ROUNDS = 60
/** Each text that a party writes exists only once, so the demo writes both languages into it. */
const DATA_DESCRIPTION = '活检样本中细胞核的测量值。 Cell nuclei measured in biopsies.'
/**
 * The first 10 of the 30 columns, which are means. They do not separate the classes perfectly, so each odds ratio has
 * an interval.
 */
const MEANS = 10

export interface MainJob {
  places: Places
  journal: Journal
  captchaAnswer: string
  /** Secret by which the platform recognises the accounts of the demo. */
  demoSecret: string
  startEdge: (party: DemoParty, enrolment?: string) => void
  say: (line: string) => void
  /**
   * Receives a line for each call that failed with a transient error and is repeated. Without this function, calls are
   * not repeated.
   */
  onRepeat?: ((line: string) => void) | undefined
}

/** Results of the main job, as shares of correctly predicted validation rows. */
export interface Outcome {
  alone: Record<string, number>
  together: number
  pooled: number
  rows: Record<string, number>
  heldOut: number
  taskId: string
  modelId: string
}

/**
 * Runs the main job on real data: three hospitals join, upload their shares, prepare, train, publish and predict. It
 * makes only calls that every user can make.
 */
export async function doMainJob(job: MainJob): Promise<Outcome> {
  const { journal, say } = job
  const shares = await journal.once('shares', () => splitTable(job))

  say('Three hospitals open accounts, create their parties and start their edges')
  const members = await openFederation(job, PARTIES)
  say('All three edges are connected and ready to train')

  const [alice, bob, carol] = PARTIES.map((party) => members.get(party.id) as Client) as [Client, Client, Client]
  const datasets: Record<string, string> = {}
  for (const party of PARTIES) {
    const client = members.get(party.id) as Client
    datasets[party.id] = await journal.once(`dataset ${party.id}`, () =>
      upload(client, shares.files[party.id] as string, names.DATASET, DATA_DESCRIPTION),
    )
    say(`${party.name.en} uploads ${shares.rows[party.id]} rows to its own edge`)
  }

  const columns = shares.columns
  const taskId = await journal.once('task', () => createTask(alice, names.TASK, 'invite-only', 'federated'))
  await journal.once('plan', async () => {
    await offerRows(alice, taskId, datasets[PARTIES[0].id] as string)
    await planTask(alice, taskId, columns, ROUNDS)
  })
  await journal.once('bob joins', async () => {
    const inviteCode = await alice.call(wire.CreateTaskInvite, { taskId })
    await bob.call(wire.JoinByCode, { inviteCode })
  })
  await journal.once('carol applies', async () => {
    const { id } = await carol.call(wire.JoinTask, { taskId, note: '我们的病例最多。 We have the most cases.' })
    await alice.call(wire.ReviewApplication, { registrationId: id, verdict: 'approve' })
  })
  say('One creates a task; the second joins by invite code, the third applies and is approved')
  await journal.once('joining closed', () => closeJoining(alice, taskId))
  for (const party of PARTIES) {
    await journal.once(`names ${party.id}`, async () => {
      const client = members.get(party.id) as Client
      if (client !== alice) await offerRows(client, taskId, datasets[party.id] as string)
      await confirmNames(client, taskId)
    })
  }
  say('Each offers its rows and confirms which classes of them the plan may name')
  for (const party of PARTIES) {
    await journal.once(`ticket ${party.id}`, () => sign(members.get(party.id) as Client, taskId))
    say(`${party.name.en} signs the consent ticket at its edge`)
  }
  const together = await journal.once('train', () => train([alice, bob, carol], taskId, say, 'together'))

  await journal.once('ratios', () => fitRatios([alice, bob, carol], datasets, columns.slice(0, MEANS), say))

  const alone: Record<string, number> = {}
  const heldOut = readTable(shares.heldOut)
  const predict = (client: Client, modelId: string, name: string) => scoreByForm(client, modelId, name, heldOut)
  for (const party of PARTIES) {
    alone[party.id] = await journal.once(`alone ${party.id}`, async () => {
      const client = members.get(party.id) as Client
      const single = await createTask(client, names.aloneAt(party.id), 'private', 'independent')
      await offerRows(client, single, datasets[party.id] as string)
      await planTask(client, single, columns, ROUNDS)
      await confirmNames(client, single)
      await sign(client, single)
      return predict(client, await train([client], single, say, `${party.name.en} alone`), names.aloneAt(party.id))
    })
  }

  await journal.once('publish', () =>
    alice.call(wire.PublishModel, {
      modelId: together,
      name: names.TASK,
      description:
        '根据活检细胞核的三十项测量值判断良性或恶性。 Malignant or benign, from thirty measurements of the cell nuclei in a biopsy.',
      instruction:
        '输入一份活检的三十项测量值，结果附有概率。 Enter the thirty measurements of one biopsy; the answer comes with its probability.',
      application: '供病理医生参考，不作为诊断。 Second opinion for a pathologist; not a diagnosis.',
    }),
  )
  say('The model is published to the pool; rows that nobody trained on are predicted by form and as a dataset')
  const score = await journal.once('predict', () => predict(alice, together, names.HELD_OUT))
  await journal.once('collection', () => scoreByDataset(alice, together, shares.heldOut))
  const pooled = await journal.once('pooled', () => trainPooled(shares))
  return { alone, together: score, pooled, rows: shares.rows, heldOut: heldOut.length, taskId, modelId: together }
}

/**
 * Creates accounts and parties, starts their edges, and waits until they can train. Returns a client for each party id.
 */
export async function openFederation(job: MainJob, parties: readonly DemoParty[]): Promise<Map<string, Client>> {
  const { journal, say } = job
  for (const party of parties) await journal.once(`party ${party.id}`, () => openParty(job, party))
  const since = new Date()
  for (const party of parties) job.startEdge(party, await enrolmentFor(job, party))
  const members = new Map<string, Client>()
  for (const party of parties) members.set(party.id, await memberOf(job, party))
  await edgesReady(members, { since, say })
  return members
}

/** Trains a second task of the same parties: odds ratios for a tumour per measurement, with intervals. */
async function fitRatios(
  members: [Client, Client, Client],
  datasets: Record<string, string>,
  columns: string[],
  say: MainJob['say'],
): Promise<string> {
  const [alice, ...others] = members
  const taskId = await createTask(alice, names.RATIOS, 'invite-only', 'federated')
  await offerRows(alice, taskId, datasets[alice.partyId] as string)
  await planTask(alice, taskId, columns, ROUNDS)
  for (const client of others) {
    await client.call(wire.JoinByCode, { inviteCode: await alice.call(wire.CreateTaskInvite, { taskId }) })
    await offerRows(client, taskId, datasets[client.partyId] as string)
  }
  for (const client of members) await confirmNames(client, taskId)
  await closeJoining(alice, taskId)
  for (const client of members) await sign(client, taskId)
  return train(members, taskId, say, 'odds ratios of ten columns')
}

interface Shares {
  files: Record<string, string>
  rows: Record<string, number>
  heldOut: string
  columns: string[]
}

/** Returns scikit-learn's table, split as in `engine/engine/demo_data.py`. */
export async function splitTable({ places }: Pick<MainJob, 'places'>): Promise<Shares> {
  const folder = join(places.dataDir, 'demo')
  mkdirSync(folder, { recursive: true })
  await engine(['-m', 'engine.demo_data', folder])
  const heldOut = join(folder, 'holdout.csv')
  const files = Object.fromEntries(PARTIES.map(({ id, share }) => [id, join(folder, `${share}.csv`)]))
  const rows = Object.fromEntries(Object.entries(files).map(([id, file]) => [id, readTable(file).length]))
  const columns = headOf(heldOut).filter((column) => column !== LABEL && column !== 'id')
  return { files, rows, heldOut, columns }
}

async function openParty({ places, captchaAnswer, demoSecret, onRepeat }: MainJob, party: DemoParty) {
  const client = new Client(places.platformUrl)
  client.demoSecret = demoSecret
  client.onRepeat = onRepeat
  try {
    await client.login(party.username, DEMO_PASSWORD, captchaAnswer)
  } catch {
    const encrypt = await client.encryption()
    await client.call(wire.SendCode, { email: party.email, purpose: 'register' })
    const code = await until(`the code for ${party.email}`, () => codeFor(places, party.email))
    const session = await client.call(wire.Register, {
      email: party.email,
      username: party.username,
      password: encrypt(DEMO_PASSWORD),
      code,
      userType: 2,
    })
    client.token = session.token
  }
  const mine = await client.call(wire.ListMyParties)
  if (!mine?.some(({ id }) => id === party.id)) {
    await client.call(wire.CreateParty, { id: party.id, name: party.name })
  }
}

/** Returns the code in the newest mail of the outbox, which replaces a mail server. */
function codeFor(places: Places, email: string): string | undefined {
  const outbox = join(places.platformData, 'outbox')
  const mails = readdirSync(outbox).map(
    (name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as { to: string; code: string; createTime: string },
  )
  return mails.filter(({ to }) => to === email).sort((a, b) => (a.createTime < b.createTime ? 1 : -1))[0]?.code
}

/** Logs in as the party's administrator, and sets the address of the party's edge once that exists. */
export async function memberOf(
  {
    places,
    captchaAnswer,
    demoSecret,
    onRepeat,
  }: Pick<MainJob, 'places' | 'captchaAnswer' | 'onRepeat'> & Partial<Pick<MainJob, 'demoSecret'>>,
  party: DemoParty,
): Promise<Client> {
  const client = new Client(places.platformUrl)
  client.demoSecret = demoSecret
  client.onRepeat = onRepeat
  await client.login(party.username, DEMO_PASSWORD, captchaAnswer)
  client.partyId = party.id
  client.edgeUrl = places.edgeUrl(PARTIES.indexOf(party))
  return client
}

/** Returns an enrolment code, or undefined if the edge has already joined: an edge keeps its identity. */
async function enrolmentFor(job: MainJob, party: DemoParty): Promise<string | undefined> {
  const client = await memberOf(job, party)
  const { edgeUrl } = await client.call(wire.GetParty, { partyId: party.id })
  if (edgeUrl) return undefined
  return (await client.call(wire.CreateEdgeEnrolment)).code
}

/**
 * Waits until every edge has sent a healthy report since `since`. For some seconds after a restart, the platform still
 * relies on older reports.
 */
export async function edgesReady(
  members: Map<string, Client>,
  {
    since = new Date(0),
    say = () => {},
    limitMs = 120_000,
  }: { since?: Date; say?: (line: string) => void; limitMs?: number } = {},
) {
  const missingAt = async (client: Client) => {
    // Reads the time of the report first, so that a failure read afterwards belongs to an edge that has reported.
    const { lastSeen } = await client.call(wire.GetEdge)
    if (lastSeen === null || lastSeen < since) return 'has not connected to the platform'
    const failing = await client.call(wire.ListFailingSoftware)
    return failing.length > 0 ? `not ready: ${failing.join(', ')}` : undefined
  }
  let state = ''
  await until(
    'all edges to be ready',
    async () => {
      const missing = await Promise.all([...members.values()].map(missingAt))
      state = [...members.keys()].flatMap((id, at) => (missing[at] ? [`edge-${id} ${missing[at]}`] : [])).join('; ')
      return state === '' || undefined
    },
    limitMs,
    250,
    { state: () => state, say },
  )
}

/** Predicts rows one by one, as in the form of a model's page. Returns the share of correct predictions. */
export async function scoreByForm(client: Client, modelId: string, name: string, rows: TableRow[]): Promise<number> {
  const inferenceId = await readyInference(client, modelId, name)
  const { predictions } = await client.call(wire.Infer, {
    inferenceId,
    rows: rows.map(({ [LABEL]: _truth, ...features }) => features),
  })
  return predictions.filter(({ result }, index) => result === rows[index]?.[LABEL]).length / rows.length
}

/** Predicts a whole dataset at the edge, which stores the result file. Returns the share of correct predictions. */
export async function scoreByDataset(client: Client, modelId: string, csv: string): Promise<number | null> {
  const datasetId = await upload(client, csv, names.HELD_OUT, UNSEEN)
  const inferenceId = await readyInference(client, modelId, names.WHOLE_DATASET)
  await client.call(wire.InferDataset, { inferenceId, datasetId })
  return until('the dataset to be predicted', async () => {
    const { inference, result } = await client.call(wire.GetInference, { inferenceId })
    if (inference.status === 'failed') throw new Error(`inference failed: ${inference.failure}`)
    return inference.status === 'completed' ? (result?.accuracy ?? null) : undefined
  })
}

/** Trains the same algorithm on all rows in one place, for comparison. Returns the share of correct predictions. */
async function trainPooled(shares: Shares): Promise<number> {
  const output = await engine([
    '-m',
    'engine.pooled',
    '--algorithm',
    ALGORITHM,
    '--parameters',
    JSON.stringify({ max_iter: ROUNDS }),
    '--label',
    LABEL,
    '--train',
    ...Object.values(shares.files),
    '--test',
    shares.heldOut,
  ])
  return (JSON.parse(output) as { pooled: { accuracy: number } }).pooled.accuracy
}

async function engine(args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(python, args, {
    env: { ...process.env, PYTHONPATH: engineDir },
    maxBuffer: 1 << 26,
  })
  return stdout
}
