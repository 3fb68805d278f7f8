// Makes the data folder of an older Tessera that the tests of the upgrade start from; README.md says how to run it.
// The older version's own tools do it: nothing of this tree is imported but what packs the folder.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DemoParty } from '../../places.ts'
import { type Answered, ask } from './answers.ts'
import { pack } from './pack.ts'

const [given = '', databaseUrl = '', target = ''] = process.argv.slice(2)
const tree = resolve(given)
const from = (path: string) => import(join(tree, path))

const { Supervisor } = await from('tools/supervisor.ts')
const { PARTIES, PASSWORD, placesFrom } = await from('tools/places.ts')
const { memberOf, edgesReady } = await from('tools/main-job.ts')
// Up to 2.6.4 what offers rows was called `lend`.
const { createTask, lend, offerRows = lend, readyInference, sign, train, upload } = await from('tools/steps.ts')
const { processesNaming } = await from('tools/testing/processes.ts')
const { until } = await from('tools/until.ts')
const { Client } = await from('tools/client.ts')
const contract = await from('packages/contract/src/wire/index.ts')

const captchaAnswer = 'upgrade'
const places = placesFrom({ PORT: '9300', DATA_DIR: join(tree, '.data-upgrade') })
const say = (line: string) => process.stdout.write(`${line}\n`)
const [ALICE, BOB, CAROL] = PARTIES as readonly [DemoParty, DemoParty, DemoParty]
const MEANS = 'radius,texture,perimeter,area,smoothness,compactness,concavity,concave points,symmetry,fractal dimension'
const NUMBERS = MEANS.split(',').map((name) => `mean ${name}`)
const LABEL = 'diagnosis'
const COLUMNS = [...NUMBERS, 'side']
/** A patient for forms. */
const PATIENT = Object.fromEntries(NUMBERS.map((name, at) => [name, 14 / (at + 1)]))

/** The demo's shares, cut to the ten means, with a column of words beside them. */
function writeTables(): Record<string, string> {
  const folder = join(places.dataDir, 'demo')
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, PYTHONPATH: join(tree, 'engine') }
  execFileSync(join(tree, '.venv', 'bin', 'python'), ['-m', 'engine.demo_data', folder], { env })
  return Object.fromEntries(
    ['clinic', 'county', 'holdout'].map((share) => [share, cut(folder, join(folder, `${share}.csv`), share)]),
  )
}

function cut(folder: string, table: string, share: string): string {
  const [head = '', ...lines] = readFileSync(table, 'utf8').trim().split(/\r?\n/)
  const kept = [...NUMBERS, LABEL].map((name) => head.split(',').indexOf(name))
  const rows = lines.map((line, at) => [...kept.map((index) => line.split(',')[index]), at % 2 ? 'left' : 'right'])
  const file = join(folder, `${share}-means.csv`)
  writeFileSync(file, `${[[...NUMBERS, LABEL, 'side'], ...rows].map((cells) => cells.join(',')).join('\n')}\n`)
  return file
}

async function openAccount({ id, username, email, name, nameEn }: DemoParty) {
  const client = new Client(places.platformUrl)
  const encrypt = await client.encryption()
  await client.call(contract.SendCode, { email, purpose: 'register' })
  const code = await until('the code', () => mailedCode(email))
  const password = encrypt(PASSWORD)
  const session = await client.call(contract.Register, { email, username, password, code, userType: 2 })
  client.token = session.token
  await client.call(contract.CreateParty, { id, name, nameEn })
}

function mailedCode(to: string): string | undefined {
  const outbox = join(places.platformData, 'outbox')
  return readdirSync(outbox)
    .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as { to: string; code: string })
    .find((mail) => mail.to === to)?.code
}

/** A caller of the older version's: what its calls answer is not known to this one. */
type Caller = Awaited<ReturnType<typeof from>>

interface Wanted {
  name: string
  algorithm: string
  parameters?: Record<string, number>
  label?: string
  alone?: true
}

/** A recruiting task in which all have chosen their rows, and the initiator the plan. */
async function planned({ name, algorithm, parameters, label = LABEL, alone }: Wanted): Promise<string> {
  const taskId = await createTask(alice, name, alone ? 'private' : 'public', alone ? 'independent' : 'federated')
  await offerRows(alice, taskId, datasets.get(alice))
  await alice.call(contract.UpdateTask, { taskId, algorithmId: algorithm })
  const { parameters: defaults } = await alice.call(contract.GetAlgorithm, { algorithmId: algorithm })
  await alice.call(contract.UpdateTask, { taskId, parameters: { ...defaults, max_iter: 4, ...parameters } })
  const columns = COLUMNS.filter((column) => column !== label)
  await alice.call(contract.UpdateColumnSelection, { taskId, columnSelection: { columns, label } })
  if (alone) return taskId
  await bob.call(contract.JoinTask, { taskId })
  await offerRows(bob, taskId, datasets.get(bob))
  return taskId
}

async function signed(wanted: Wanted, signers: Caller[]): Promise<string> {
  const taskId = await planned(wanted)
  for (const signer of signers) await sign(signer, taskId)
  return taskId
}

async function trained(wanted: Wanted): Promise<string> {
  const members = wanted.alone ? [alice] : [alice, bob]
  return train(members, await signed(wanted, members), say, wanted.name)
}

async function uploadSample(client: Caller, kind: string) {
  const sample = await fetch(`${client.edgeUrl}${contract.samplePath(kind)}`)
  const draft = await client.upload(contract.UploadZip, await sample.blob(), `${kind}.zip`)
  const about = { name: `Sample ${kind}`, description: `A sample: ${kind}`, sharing: 'party' }
  await client.call(contract.SaveDataset, { draftId: draft.draftId, ...about })
}

async function inferByForm(client: Caller, modelId: string, name: string) {
  const inferenceId = await readyInference(client, modelId, name)
  await client.call(contract.Infer, { inferenceId, rows: [{ ...PATIENT, side: 'left' }] })
}

/** What clients of this version ask, about what is there. */
async function listCalls(): Promise<Omit<Answered, 'result'>[]> {
  const tasks = (await alice.call(contract.ListMyTasks, { pageSize: 50 })).records
  const idOf = (name: string) => tasks.find((task: { name: string }) => task.name === name).id as string
  const inferences = (await alice.call(contract.ListInferences, { pageSize: 50 })).records
  const inferenceOf = (name: string) => inferences.find((one: { name: string }) => one.name === name).id as string
  const { tableName } = await alice.call(contract.GetDataset, { datasetId: datasets.get(alice) })
  const [recruit, model] = ['/platform/flJobRecruit', '/federalml/flModelInfo']
  const platform = (path: string, more = {}) => ({ who: 'alice', server: 'platform', method: 'GET', path, ...more })
  const posted = (path: string, form = {}) => platform(path, { method: 'POST', form })
  const edge = (path: string) => platform(path, { server: 'edge' })
  return [
    ...['Finished logistic', 'All signed', 'In flight', 'Finished alone'].flatMap((name) => [
      platform(`${recruit}/queryById?id=${idOf(name)}`),
      platform(`${recruit}/queryFlJobRegistByMainId?id=${idOf(name)}`),
    ]),
    platform(`${recruit}/listMyJob?pageNo=1&pageSize=20`),
    platform(`${recruit}/listAllJob?pageNo=1&pageSize=20`),
    platform(`${recruit}/hotJob?nums=3`),
    platform(`${recruit}/queryFlJobDataInfo?id=${idOf('All signed')}`),
    platform(`${recruit}/run?id=${idOf('Finished logistic')}`),
    posted(`${recruit}/jobInfoByRecruitId`, { recruitId: idOf('Finished network') }),
    posted(`${recruit}/metric`, { id: idOf('Finished linear') }),
    posted(`${recruit}/softWareStatus`),
    platform(`${model}/listMyModel?pageNo=1&pageSize=20`),
    platform(`${model}/listPoolModel?pageNo=1&pageSize=20`),
    ...[logistic, network, linear, published].map((id) => platform(`${model}/modelDetail?id=${id}`)),
    platform(`${model}/parameter`),
    platform('/federalml/collectFileMeta/listCurrent?pageNo=1&pageSize=20'),
    platform('/federalml/collectFileMeta/listAllData?pageNo=1&pageSize=20'),
    platform(`/federalml/collectFileMeta/queryById?id=${datasets.get(alice)}`),
    platform('/federalml/algorithm/listAllAlgorithm?pageNo=1&pageSize=20'),
    platform('/federalml/algorithm/queryById?id=mlp'),
    platform('/federalml/bigScreen/num'),
    platform('/sys/annountCement/listByUserAndParty?pageNo=1&pageSize=20'),
    edge(`/listOfMeta?tableName=${tableName}&pageNo=1&pageSize=3`),
    edge('/federalml/flModelInference/list?pageNo=1&pageSize=20'),
    ...['By form', 'Linear by form', 'Whole table'].map((name) =>
      edge(`/federalml/flModelInference/queryById?id=${inferenceOf(name)}`),
    ),
    edge(`/grants?taskId=${idOf('All signed')}`),
    edge('/grants'),
    edge('/grants/signing'),
  ] as Omit<Answered, 'result'>[]
}

async function recordAnswers(): Promise<Answered[]> {
  const { token } = await alice.call(contract.GetEdgeToken, { partyId: alice.partyId }, 'platform')
  const url = `${places.platformUrl}${contract.DEFAULT_PREFIX}`
  const callers = {
    platform: { url, token: alice.token, partyId: alice.partyId },
    edge: { url: alice.edgeUrl, token, partyId: alice.partyId },
  }
  const answered: Answered[] = []
  for (const call of await listCalls()) answered.push({ ...call, result: await ask(callers[call.server], call) })
  return answered
}

/** As a failure of power leaves it. Their parent goes too, before it starts them again. */
function killAll() {
  for (const line of processesNaming(places.dataDir) as string[]) {
    try {
      process.kill(Number(line.split(' ')[0]), 'SIGKILL')
    } catch {
      // Its parent took it along.
    }
  }
}

process.env.DATABASE_URL = databaseUrl
const tables = writeTables()
const supervisor = new Supervisor(places, captchaAnswer)
supervisor.startPlatform()
const isUp = (url: string | null) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  )
await until('the platform', () => isUp(places.platformUrl), 120_000)
for (const party of PARTIES) await openAccount(party)
const member = (party: DemoParty): Promise<Caller> => memberOf({ places, captchaAnswer }, party)
const [alice, bob, carol] = [await member(ALICE), await member(BOB), await member(CAROL)]
carol.edgeUrl = null
for (const [party, client] of [
  [ALICE, alice],
  [BOB, bob],
] as const) {
  const { code } = await client.call(contract.CreateEdgeEnrolment)
  supervisor.startEdge(party, code)
}
for (const { edgeUrl } of [alice, bob]) await until('an edge', () => isUp(edgeUrl), 120_000)
await edgesReady(
  new Map([
    [ALICE.id, alice],
    [BOB.id, bob],
  ]),
  say,
)

const datasets = new Map([
  [alice, await upload(alice, tables.clinic, 'Biopsies', 'Cell nuclei')],
  [bob, await upload(bob, tables.county, 'Biopsies', 'Cell nuclei')],
])
for (const kind of ['vision', 'yolo', 'nlp', 'graph']) await uploadSample(alice, kind)

const logistic = await trained({ name: 'Finished logistic', algorithm: 'logistic-regression' })
const network = await trained({ name: 'Finished network', algorithm: 'mlp' })
const linear = await trained({ name: 'Finished linear', algorithm: 'linear-regression', label: 'mean area' })
await trained({ name: 'Finished alone', algorithm: 'logistic-regression', alone: true })

const texts = { description: 'Malignant or benign', instruction: 'Ten measurements.', application: 'Second opinion.' }
const published = await alice.call(contract.PublishModel, { modelId: logistic, name: 'Tumour diagnosis', ...texts })
const copy = await carol.call(contract.DownloadModel, { modelId: published })
await inferByForm(alice, logistic, 'By form')
await inferByForm(alice, network, 'Network by form')
await inferByForm(alice, linear, 'Linear by form')
await inferByForm(carol, copy, 'At the platform')
const whole = await readyInference(alice, logistic, 'Whole table')
await alice.call(contract.InferDataset, {
  inferenceId: whole,
  datasetId: await upload(alice, tables.holdout, 'Held out', 'Nobody trained on them'),
})
await until('the table to be predicted', async () => {
  const { inference } = await alice.call(contract.GetInference, { inferenceId: whole })
  return inference.status === 'completed' || undefined
})
const { records } = await bob.call(contract.ListMyModels, { name: '' })
await readyInference(bob, records[0].id, 'Not used yet')

const parameters = { learning_rate: 0.05, local_epochs: 3, max_iter: 9 }
await planned({ name: 'Nobody signed', algorithm: 'logistic-regression', parameters })
await signed({ name: 'One signed', algorithm: 'linear-regression', parameters, label: 'mean area' }, [bob])
await signed({ name: 'All signed', algorithm: 'logistic-regression', parameters }, [alice, bob])
await createTask(alice, 'Nothing chosen', 'public', 'federated')
const running = await signed({ name: 'In flight', algorithm: 'mlp', parameters: { max_iter: 100 } }, [alice, bob])
await alice.call(contract.StartTraining, { taskId: running })
await until('some rounds', async () => {
  const { run } = await alice.call(contract.GetRun, { taskId: running })
  return (run?.round ?? 0) >= 3 || undefined
})
const answers = await recordAnswers()
killAll()
mkdirSync(resolve(target), { recursive: true })
writeFileSync(join(resolve(target), 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`)
pack({ ...places, databaseUrl, partyIds: [ALICE.id, BOB.id] }, resolve(target))
process.kill(process.pid, 'SIGKILL')
