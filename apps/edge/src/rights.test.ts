import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ContentType,
  type EdgeClaims,
  type Endpoint,
  type ErrorCode,
  InferenceStatus,
  type Input,
  type MachineKey,
  Sharing,
} from '@tessera/contract'
import {
  accessOf,
  endpointRoutes,
  type Facts,
  findRoute,
  holding,
  isLetIn,
  type Rank,
  type Route,
  rightOf,
  rightsIn,
} from '@tessera/contract/rights'
import * as wire from '@tessera/contract/wire'
import { createLogger } from '@tessera/server'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswers } from '../../../packages/server/src/testing/check-answers.ts'
import { formOf } from '../../../packages/server/src/testing/form-of.ts'
import { faultOf, recorded, twisted } from '../../../packages/server/src/testing/hostile-calls.ts'
import { findInference, type StoredInference, updateInference } from './features/inference/queries.ts'
import { unlistDataset } from './features/rows/index.ts'
import { noTries, storeAttempts } from './features/signing/queries.ts'
import { buildGuard } from './features/training/guard.ts'
import { Browser } from './testing/browser.ts'
import { person } from './testing/fake-platform.ts'
import { storeResultIn } from './testing/local-result.ts'
import { card } from './testing/model-card.ts'
import { picture } from './testing/pictures.ts'
import { buildWorld, PIN, peopleCsv, taskOf, until, type World, zipOf } from './testing/world.ts'

const DEPARTMENT = 'A01A01'
const SECRET = 's3cret'
/** Error codes for callers without a token for this edge's party. */
const NO_ENTRY: ErrorCode[] = [
  'edge.token-required',
  'edge.token-refused',
  'edge.session-required',
  'edge.proof-refused',
  'edge.machine-reads-only',
]
const NO_ANSWER = ['request.failed', 'request.malformed', 'route.not-found']

const onnx = readFileSync(fileURLToPath(new URL('../../../packages/inference/test-data/classes.onnx', import.meta.url)))
const owner = person('olga', { orgCode: DEPARTMENT })
const people = {
  owner,
  neighbour: person('nina', { orgCode: DEPARTMENT }),
  member: person('mina'),
  administrator: person('adam', { role: 'admin' }),
  signer: person('dora'),
  enroller: person('alice'),
}

interface Caller {
  name: string
  who: Rank
  claims?: EdgeClaims
  token?: string
  session?: Browser
  query?: string
  /** Whether the caller is a program, which logs in with its own key. */
  isProgram?: true
  /** Whether the caller presents a credential that was issued in a session, where the route requires one. */
  isIn?: true
}
interface Answer {
  status: number
  error?: string | undefined
}
interface Scene {
  about: string
  facts: (caller: Caller) => Facts
  ask: (caller: Caller, url: string) => Promise<Answer>
  more?: Caller[]
}
type Making = () => Promise<Scene>

let world: World
let pageDir: string
let guard: FastifyInstance
let callers: Caller[]
let answers: ReturnType<typeof checkAnswers>
beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'tessera-pages-'))
  mkdirSync(join(pageDir, wire.EDGE_PAGE_FILES_PATH))
  writeFileSync(join(pageDir, 'edge-pages.html'), '<meta name="tessera-console" content="%CONSOLE%">')
  writeFileSync(join(pageDir, wire.EDGE_PAGE_FILES_PATH, 'page.js'), '')
  world = await buildWorld({ signers: ['dora'], rootCertificate: 'the root', pageDir })
  answers = checkAnswers(world.app, 'edge', '')
  world.fake.codes.set('logistic-regression', Buffer.from('code'))
  world.fake.models.set('m1', { file: onnx, card })
  await world.connect()
  const { code } = await added('rita')
  await world.call(wire.SetSigningPin, { pin: PIN, proof: { code } }, person('rita'))
  guard = buildGuard({
    ...world.deps.grant,
    workers: world.workers,
    secret: SECRET,
    reportProgress: () => {},
    reportWork: () => {},
    logger: createLogger('silent'),
  })
  const { fake } = world
  callers = [
    { name: 'nobody', who: 'anybody' },
    {
      name: 'with a token of another party',
      who: 'anybody',
      token: await fake.edgeToken(person('eve', { partyId: '1002', role: 'admin' })),
    },
    { name: 'with an expired token', who: 'anybody', token: await fake.edgeToken(owner, { iat: 1, exp: 2 }) },
    { name: 'with a key in no session', who: 'anybody', session: new Browser() },
    ...(await Promise.all(
      (['dora', 'rita'] as const).map(async (username) => ({
        name: `${username} in a session`,
        who: username === 'rita' ? ('member' as const) : ('admin' as const),
        claims: person(username),
        session: await world.openSession(username),
      })),
    )),
    { name: 'a program in a session', who: 'member', isProgram: true, ...(await programInside()) },
    ...(await Promise.all(
      Object.entries(people).map(async ([name, claims]) => ({
        name,
        who: claims.role,
        claims,
        token: await fake.edgeToken(claims),
      })),
    )),
  ]
})
afterAll(async () => {
  await guard?.close()
  await world?.close()
  rmSync(pageDir, { recursive: true, force: true })
})

/** Logs in as a program, with a key that a signer added. */
async function program() {
  const [username, session] = [fresh('program'), new Browser()]
  const publicKey = (await session.publicKey()) as MachineKey
  await world.call(wire.AddMachineKey, { ...NEW_KEY, username, publicKey }, people.signer)
  return { claims: person(username), session }
}
async function programInside() {
  const made = await program()
  await world.call(wire.OpenMachineSession, {}, made.session)
  return made
}

let count = 0
const fresh = (stem: string) => `${stem} ${++count}`

/** Members who are readers; the other members are signers. */
const READERS = ['rita']
const isMember = ({ claims }: Caller) => READERS.includes(claims?.username ?? '')
const isSigner = ({ claims }: Caller) => claims?.username === 'dora' || claims?.username === 'alice'

async function ask(
  { token, session, query }: Caller,
  method: string,
  url: string,
  body?: object | string,
  type = 'application/json',
): Promise<Answer> {
  const address = (query ? `${url}?${query}` : url).replace(/\?$/, '')
  const response = await world.app.inject({
    method: method as 'GET',
    url: address,
    headers: {
      ...(token ? { 'x-access-token': token } : {}),
      ...(await session?.headers(method, address, body)),
      ...(body ? { 'content-type': type } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  const isEnvelope = response.body.startsWith('{"success":')
  return { status: response.statusCode, error: isEnvelope ? response.json().error : undefined }
}

/** Creates one test case: a call with its input as sent over the network. */
function scene<E extends Endpoint>(
  endpoint: E,
  about: string,
  input: Input<E> | Record<string, never>,
  facts: Scene['facts'] = () => ({}),
): Scene {
  const fields = z.encode(endpoint.input, input as never) as Record<string, string>
  const form = new URLSearchParams(Object.entries(fields)).toString()
  return {
    about,
    facts,
    ask: async (caller, url) => {
      const address = url.replace(/:(\w+)/, (_whole, name: string) => fields[name] ?? '')
      if (endpoint.carrier === 'query') return ask(caller, endpoint.method, `${address}?${form}`)
      if (endpoint.files) {
        const { payload, headers } = formOf(fields, [{ name: 'a.png', content: await picture('png') }])
        return ask(caller, endpoint.method, address, payload, headers['content-type'])
      }
      if (endpoint.carrier === 'form')
        return ask(caller, endpoint.method, address, form, 'application/x-www-form-urlencoded')
      return ask(caller, endpoint.method, address, fields)
    },
  }
}

/** Facts about datasets of the owner, shared in each possible way. */
const datasetFacts = ({ claims }: Caller, sharing: Sharing): NonNullable<Facts['dataset']> => ({
  is: holding({
    own: claims !== undefined,
    owner: claims?.username === 'olga',
    department: claims?.orgCode === DEPARTMENT,
  }),
  state: { sharing, use: 'free' },
})
const tables = <E extends Endpoint>(endpoint: E, input: (tableName: string, datasetId: string) => Input<E>): Making[] =>
  Sharing.options.map((sharing) => async () => {
    const { tableName, datasetId } = await world.dataSet(peopleCsv(9), fresh('Table'), owner, { sharing })
    return scene(endpoint, `shared with ${sharing}`, input(tableName, datasetId), (caller) => ({
      dataset: datasetFacts(caller, sharing),
    }))
  })

async function offered(sharing: Sharing = 'party') {
  const taskId = fresh('task')
  world.fake.tasks.set(taskId, taskOf(taskId))
  world.fake.wanted.set(taskId, { columns: ['age', 'sex'], label: 'ill', targets: ['classes'] })
  const { tableName } = await world.dataSet(peopleCsv(9), fresh('Table'), owner, { sharing })
  await world.call(wire.OfferRows, { taskId, tableName, rows: [] }, owner)
  const { planHash, datasetId } = await world.call(wire.DraftGrant, { taskId })
  return { taskId, planHash, datasetId, proof: { pin: PIN } }
}
const proposalFor = (taskId: string) => world.call(wire.ProposeNames, { taskId }, owner)
/** Test cases on rows selected for a task, for users who may read them. */
const setAside = <E extends Endpoint>(endpoint: E, input: (taskId: string) => Promise<Input<E>>): Making[] =>
  Sharing.options.map((sharing) => async () => {
    const { taskId } = await offered(sharing)
    return scene(endpoint, `shared with ${sharing}`, await input(taskId), (caller) => ({
      dataset: datasetFacts(caller, sharing),
    }))
  })
const signing = (caller: Caller): Facts => ({
  grant: { is: holding({ member: isSigner(caller) || isMember(caller), signer: isSigner(caller) }) },
})

const ownModel = ({ claims }: Caller): Facts => ({
  model: { is: holding({ own: claims !== undefined }), state: { place: 'own' } },
})

/** Creates an inference task of the owner. */
async function created() {
  const inferenceId = await world.call(
    wire.CreateInference,
    { modelId: 'm1', name: fresh('I'), description: 'd' },
    owner,
  )
  await until(() => findInference(world.db, inferenceId)?.status === 'created')
  return inferenceId
}
const inferences = <E extends Endpoint>(endpoint: E, input: (inferenceId: string) => Input<E>): Making[] =>
  InferenceStatus.options.map((status) => async () => {
    const inferenceId = await created()
    updateInference(world.db, { ...(findInference(world.db, inferenceId) as StoredInference), status })
    return scene(endpoint, status, input(inferenceId), (caller) => ({ inference: inferenceFacts(caller, status) }))
  })
const inferenceFacts = ({ claims }: Caller, status: InferenceStatus): NonNullable<Facts['inference']> => ({
  is: holding({ own: claims !== undefined, maker: claims?.username === 'olga' }),
  state: { status, model: 'at-hand' },
})

/** Test cases on results of a run whose ticket a reader signed. */
const keptResults = <E extends Endpoint>(endpoint: E, input: (runId: string) => Input<E>): Making[] =>
  (['edge', 'shared', 'deleted'] as const).flatMap((place) =>
    (['model', 'other'] as const).map((content) => async () => {
      const runId = `run-${++count}`
      storeResultIn(world, { runId, place, content, signedBy: person('rita') })
      return scene(endpoint, `${place}, ${content}`, input(runId), ({ claims }) => ({
        result: {
          is: holding({ own: claims !== undefined, consenter: claims?.username === 'rita' }),
          state: { place, content },
        },
      }))
    }),
  )

/** Facts about an upload. Only members on the edge's list may upload, whatever token they have. */
const uploadFacts = (caller: Caller): Facts => ({
  dataset: { is: holding({ listed: isSigner(caller) || isMember(caller) }) },
})

async function uploading(): Promise<Scene> {
  const [boundary, zip] = ['x-boundary-x', await zipOf({ 'table.csv': peopleCsv(9) })]
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="t.zip"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), zip, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const type = `multipart/form-data; boundary=${boundary}`
  return { about: 'a table', facts: uploadFacts, ask: (caller, url) => ask(caller, 'POST', url, body, type) }
}

/** Predictions on a dataset of the owner: returns the inference task, and a caller's rights to its result. */
async function predicted(sharing: Sharing) {
  const inferenceId = await created()
  const { datasetId } = await world.dataSet(peopleCsv(9), fresh('Table'), owner, { sharing })
  await world.call(wire.InferDataset, { inferenceId, datasetId }, owner)
  await until(() => findInference(world.db, inferenceId)?.status === 'completed')
  const readsRows = (caller: Caller) =>
    isLetIn('dataset.read-rows', caller.who, { dataset: datasetFacts(caller, sharing) })
  const facts = (caller: Caller): Facts => {
    const { is = [], state = {} } = inferenceFacts(caller, 'completed')
    return { inference: { is: [...is, ...holding({ 'reads-rows': readsRows(caller) })], state } }
  }
  return { inferenceId, facts, about: `predictions on a dataset shared with ${sharing}` }
}

/** Test case: the prediction file is fetched in a session. A link with a platform token does not open it. */
const resultOf = (sharing: Sharing) => async (): Promise<Scene> => {
  const { inferenceId, ...rest } = await predicted(sharing)
  const file = findInference(world.db, inferenceId)?.result?.resultPath?.replace('results/', '') ?? ''
  const linked = await world.fake.edgeToken(owner)
  return {
    ...rest,
    more: [{ name: "owner's link", who: 'member', claims: owner, query: `token=${linked}` }],
    ask: (caller, url) => ask(caller, 'GET', url.replace(':file', file)),
  }
}

/**
 * Test case: a picture of the owner is fetched in a session or with a token of its row. A link with a platform token
 * does not open it.
 */
const pictureOf = (sharing: Sharing) => async (): Promise<Scene> => {
  const files = { 'cats/1.jpg': await picture(), 'dogs/2.jpg': await picture() }
  const draft = await world.upload(await zipOf(files), owner)
  const named = { draftId: draft.draftId, name: fresh('Pictures'), description: 'd', sharing }
  await world.call(wire.SaveDataset, named, owner)
  const { rows } = await world.call(wire.ListRows, { tableName: draft.tableName }, owner)
  const [one, two] = rows.map((row) => ({ path: String(row.path), token: `token=${row.token}` }))
  const path = one?.path ?? ''
  const linked = `token=${await world.fake.edgeToken(owner)}`
  return {
    about: `a picture of a dataset shared with ${sharing}`,
    more: [
      { name: "owner's row", who: 'member', claims: owner, query: one?.token ?? '', isIn: true },
      { name: "owner's row of another picture", who: 'anybody', query: two?.token ?? '' },
      { name: "owner's link", who: 'member', claims: owner, query: linked },
    ],
    facts: (caller) => ({ dataset: datasetFacts(caller, sharing) }),
    ask: ({ query, ...caller }, url) => ask(caller, 'GET', `${url}?${new URLSearchParams({ path })}&${query ?? ''}`),
  }
}

const alone = <E extends Endpoint>(
  endpoint: E,
  input: () => Input<E> | Record<string, never> = () => ({}),
  facts?: Scene['facts'],
): Making[] => [async () => scene(endpoint, 'alone', input(), facts)]
const OTHER_MACHINE = { to: 'ab'.repeat(32), edgeUrl: 'https://new.hospital.example', proof: { pin: PIN } }
const NEW_KEY = { department: '', days: 1, proof: { pin: PIN } }
const READER = { displayName: '', role: 'reader', department: '' } as const
/** Adds a member to the edge's list. */
async function added(username = `s${++count}`) {
  const { code } = await world.call(wire.AddEdgeMember, { ...READER, username, proof: { pin: PIN } }, people.signer)
  return { username, code }
}
/** Test cases on removed datasets of the owner. */
const removals = <E extends Endpoint>(endpoint: E): Making[] => [
  async () => {
    const { datasetId } = await world.dataSet(peopleCsv(9), fresh('Table'), owner)
    await unlistDataset(world.deps.dataset, datasetId, () => () => {})
    const [{ id } = { id: '' }] = await world.call(wire.ListRemoved, {}, await world.openSession('dora'))
    return scene(endpoint, 'removed data', { id, proof: { pin: PIN } } as never, signing)
  },
]
/** Test cases of calls with a key that has no session yet, whatever other credentials the caller presents. */
const withOwnKey =
  <E extends Endpoint>(endpoint: E, input: () => Input<E>): Making =>
  async () => {
    const { ask, ...rest } = scene(endpoint, 'a new key', input())
    return { ...rest, ask: (caller, url) => ask({ ...caller, session: new Browser() }, url) }
  }
/** Setting a PIN ends the member's other sessions, so the callers' sessions are opened again. */
const newPin: Making = async () => {
  const { ask, ...rest } = scene(wire.SetSigningPin, 'a PIN', { pin: PIN, proof: { pin: PIN } }, signing)
  const andBack = async (caller: Caller, url: string) => {
    const answer = await ask(caller, url)
    for (const { session, claims, isProgram } of callers) {
      if (session && claims && !isProgram) await world.openSession(claims.username, PIN, session)
    }
    return answer
  }
  return { ...rest, ask: andBack }
}
/** Each test case ends a session that was just opened, so that the callers' own sessions stay open. */
const ending = (): Making[] => [
  async () => {
    const { ask, ...rest } = scene(wire.EndEdgeSession, 'a session', {})
    const again = async ({ session, claims, ...caller }: Caller): Promise<Caller> => {
      if (caller.isProgram) return { ...caller, ...(await programInside()) }
      return session && claims
        ? { ...caller, session: await world.openSession(claims.username) }
        : { ...caller, ...(session ? { session } : {}) }
    }
    return { ...rest, ask: async (caller, url) => ask(await again(caller), url) }
  },
]
const page: Making = async () => ({
  about: 'the page',
  facts: () => ({}),
  ask: (caller, url) => ask(caller, 'GET', url),
})
const madeUpPasskey = {
  registration: {
    id: 'x',
    rawId: 'x',
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON: '' },
  },
  proof: { pin: PIN },
}
const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const scenes: Record<string, Making[]> = {
  [key(wire.CheckHealth)]: alone(wire.CheckHealth),
  [key(wire.UploadZip)]: [uploading],
  [key(wire.ReadUpload)]: alone(
    wire.ReadUpload,
    () => ({ uploadId: 'x', options: { skipBadRows: true, renameColumns: false } }),
    uploadFacts,
  ),
  [key(wire.SaveDataset)]: alone(
    wire.SaveDataset,
    () => ({ draftId: 'x', name: 'n', description: 'd', sharing: 'party' as const }),
    uploadFacts,
  ),
  [key(wire.GetHeldDataset)]: tables(wire.GetHeldDataset, (_tableName, datasetId) => ({ datasetId })),
  [key(wire.ListHeldDatasets)]: alone(wire.ListHeldDatasets),
  [key(wire.ListRows)]: tables(wire.ListRows, (tableName) => ({ tableName })),
  [key(wire.GetColumnProfiles)]: tables(wire.GetColumnProfiles, (tableName) => ({ tableName })),
  [key(wire.GetAnalysis)]: tables(wire.GetAnalysis, (tableName) => ({ tableName })),
  [key(wire.GetGraphSample)]: tables(wire.GetGraphSample, (tableName) => ({ tableName })),
  [key(wire.ListClasses)]: tables(wire.ListClasses, (tableName) => ({ tableName, column: 'age' })),
  [key(wire.NameClasses)]: Sharing.options.map((sharing) => async () => {
    const { taskId, datasetId } = await offered(sharing)
    const input = { taskId, datasetId, label: 'ill', classes: ['no'] }
    return scene(wire.NameClasses, `shared with ${sharing}`, input, (caller) => ({
      dataset: datasetFacts(caller, sharing),
    }))
  }),
  [key(wire.OfferRows)]: tables(wire.OfferRows, (tableName) => ({ taskId: fresh('task'), tableName, rows: [] })),
  [key(wire.OfferColumns)]: tables(wire.OfferColumns, (tableName) => ({
    taskId: fresh('task'),
    tableName,
    columns: ['age'],
    label: 'ill',
    features: ['yes', 'no'],
  })),
  [key(wire.ProposeNames)]: setAside(wire.ProposeNames, async (taskId) => ({ taskId })),
  [key(wire.ConfirmNames)]: setAside(wire.ConfirmNames, proposalFor),
  [key(wire.DraftGrant)]: [async () => scene(wire.DraftGrant, 'a task', { taskId: (await offered()).taskId })],
  [key(wire.CompareRows)]: [
    async () => scene(wire.CompareRows, 'a task', { taskId: (await offered()).taskId }, signing),
  ],
  [key(wire.ChangeRows)]: Sharing.options.map((sharing) => async () => {
    const { taskId } = await offered(sharing)
    const input = { taskId, grantId: 'x', remedy: 'leave-out' as const }
    return scene(wire.ChangeRows, `shared with ${sharing}`, input, (caller) => ({
      ...signing(caller),
      dataset: datasetFacts(caller, sharing),
    }))
  }),
  [key(wire.SignGrant)]: [async () => scene(wire.SignGrant, 'a task', await offered(), signing)],
  [key(wire.ListGrants)]: alone(wire.ListGrants),
  [key(wire.WithdrawGrant)]: [
    async () => {
      const { id } = await world.call(wire.SignGrant, await offered(), people.signer)
      return scene(wire.WithdrawGrant, 'a ticket', { id, proof: { pin: PIN } }, signing)
    },
  ],
  [key(wire.ListGrantEvents)]: [
    async () => {
      const { id } = await world.call(wire.SignGrant, await offered(), people.signer)
      return scene(wire.ListGrantEvents, 'a ticket', { id })
    },
  ],
  [key(wire.GetSigning)]: alone(wire.GetSigning),
  [key(wire.MakeSigningChallenge)]: [
    async () => scene(wire.MakeSigningChallenge, 'a PIN', { act: { kind: 'set-pin' } }, signing),
  ],
  [key(wire.AddEdgeMember)]: [
    async () =>
      scene(wire.AddEdgeMember, 'somebody', { ...READER, username: fresh('s'), proof: { pin: PIN } }, signing),
  ],
  [key(wire.AddMachineKey)]: [
    async () => {
      const publicKey = (await new Browser().publicKey()) as MachineKey
      return scene(wire.AddMachineKey, 'a program', { ...NEW_KEY, username: fresh('program'), publicKey }, signing)
    },
  ],
  [key(wire.ChangeEdgeMember)]: [
    async () =>
      scene(
        wire.ChangeEdgeMember,
        'somebody',
        { ...READER, username: (await added()).username, proof: { pin: PIN } },
        signing,
      ),
  ],
  [key(wire.ResetEdgeMember)]: [
    async () =>
      scene(wire.ResetEdgeMember, 'somebody', { username: (await added()).username, proof: { pin: PIN } }, signing),
  ],
  [key(wire.RemoveEdgeMember)]: [
    async () =>
      scene(wire.RemoveEdgeMember, 'somebody', { username: (await added()).username, proof: { pin: PIN } }, signing),
  ],
  [key(wire.SetSigningPin)]: [newPin],
  [key(wire.GetPasskeyOptions)]: [async () => scene(wire.GetPasskeyOptions, 'a passkey', {}, signing)],
  [key(wire.AddPasskey)]: [async () => scene(wire.AddPasskey, 'a passkey', madeUpPasskey, signing)],
  [key(wire.ListRemoved)]: alone(wire.ListRemoved, () => ({}), signing),
  [key(wire.DeleteRows)]: removals(wire.DeleteRows),
  [key(wire.BringBack)]: removals(wire.BringBack),
  [key(wire.HandOver)]: [async () => scene(wire.HandOver, 'another machine', OTHER_MACHINE, signing)],
  [key(wire.ConfirmAddress)]: [
    async () =>
      scene(wire.ConfirmAddress, 'another address', { edgeUrl: 'https://x.example', proof: { pin: PIN } }, signing),
  ],
  [key(wire.OpenEdgeSession)]: [withOwnKey(wire.OpenEdgeSession, () => ({ username: 'dora', proof: { pin: PIN } }))],
  [key(wire.MakeSessionChallenge)]: [withOwnKey(wire.MakeSessionChallenge, () => ({ username: 'dora' }))],
  [key(wire.OpenMachineSession)]: [
    async () => {
      const [{ session }, { ask, ...rest }] = [await program(), scene(wire.OpenMachineSession, 'a key on the list', {})]
      return { ...rest, ask: (caller, url) => ask({ ...caller, session }, url) }
    },
  ],
  [key(wire.GetSessionProvider)]: alone(wire.GetSessionProvider),
  [key(wire.BeginProviderSession)]: [withOwnKey(wire.BeginProviderSession, () => ({}))],
  [key(wire.OpenProviderSession)]: [withOwnKey(wire.OpenProviderSession, () => ({ answer: '' }))],
  [key(wire.GetEdgeSession)]: [withOwnKey(wire.GetEdgeSession, () => ({}))],
  [key(wire.ShareEdgeSession)]: [
    async () => ({
      ...scene(wire.ShareEdgeSession, 'a frame', { proof: '' }),
      ask: async (caller, url) => {
        const proof = await new Browser().proof('POST', url)
        return scene(wire.ShareEdgeSession, 'a frame', { proof }).ask(caller, url)
      },
    }),
  ],
  [key(wire.EndEdgeSession)]: ending(),
  [`GET ${wire.SESSION_PAGE_PATH}`]: [page],
  [`GET ${wire.TICKET_PAGE_PATH}`]: [page],
  [`GET ${wire.MEMBERS_PAGE_PATH}`]: [page],
  [`GET ${wire.REMOVED_PAGE_PATH}`]: [page],
  [`GET ${wire.CONFIRM_PAGE_PATH}`]: [page],
  [`GET ${wire.DATASET_PAGE_PATH}`]: [page],
  [`GET ${wire.CHOOSE_PAGE_PATH}`]: [page],
  [`GET ${wire.CLASSES_PAGE_PATH}`]: [page],
  [`GET ${wire.NAMES_PAGE_PATH}`]: [page],
  [`GET ${wire.KEPT_PAGE_PATH}`]: [page],
  [`GET ${wire.UPLOAD_PAGE_PATH}`]: [page],
  [`GET ${wire.ASK_PAGE_PATH}`]: [page],
  [`GET ${wire.INFERENCE_PAGE_PATH}`]: [page],
  [`GET ${wire.EDGE_PAGE_FILES_PATH}/*`]: [
    async () => ({
      about: 'a script',
      facts: () => ({}),
      ask: (caller) => ask(caller, 'GET', `${wire.EDGE_PAGE_FILES_PATH}/page.js`),
    }),
  ],
  [key(wire.CreateInference)]: [
    async () => scene(wire.CreateInference, 'a model', { modelId: 'm1', name: fresh('I'), description: 'd' }, ownModel),
  ],
  [key(wire.GetAskedModel)]: [async () => scene(wire.GetAskedModel, 'a model', { modelId: 'm1' }, ownModel)],
  [key(wire.InferOnce)]: [
    async () => scene(wire.InferOnce, 'a model', { modelId: 'm1', rows: [{ age: 50, sex: 'm' }] }, ownModel),
  ],
  [key(wire.ExplainOnce)]: [
    async () => scene(wire.ExplainOnce, 'a model', { modelId: 'm1', row: { age: 50, sex: 'm' } }, ownModel),
  ],
  [key(wire.ListLocalResults)]: alone(wire.ListLocalResults, () => ({ taskId: fresh('task') })),
  [key(wire.ShareLocalResult)]: keptResults(wire.ShareLocalResult, (runId) => ({ runId })),
  [key(wire.DeleteLocalResult)]: keptResults(wire.DeleteLocalResult, (runId) => ({ runId })),
  [key(wire.ListInferences)]: alone(wire.ListInferences),
  [key(wire.ListMyTasksAtEdge)]: alone(wire.ListMyTasksAtEdge),
  [key(wire.GetInference)]: inferences(wire.GetInference, (inferenceId) => ({ inferenceId })),
  [key(wire.InferText)]: inferences(wire.InferText, (inferenceId) => ({ inferenceId, text: 'A patient sleeps well.' })),
  [key(wire.Infer)]: inferences(wire.Infer, (inferenceId) => ({ inferenceId, rows: [{ age: 50, sex: 'm' }] })),
  [key(wire.InferImages)]: inferences(wire.InferImages, (inferenceId) => ({ inferenceId })),
  [key(wire.InferDataset)]: Sharing.options.map((sharing) => async () => {
    const inferenceId = await created()
    const { datasetId } = await world.dataSet(peopleCsv(9), fresh('Table'), owner, { sharing })
    return scene(wire.InferDataset, `a dataset shared with ${sharing}`, { inferenceId, datasetId }, (caller) => ({
      inference: inferenceFacts(caller, 'created'),
      dataset: datasetFacts(caller, sharing),
    }))
  }),
  [key(wire.ExplainRow)]: inferences(wire.ExplainRow, (inferenceId) => ({ inferenceId, row: { age: 50, sex: 'm' } })),
  [key(wire.ListPredictedRows)]: Sharing.options.map((sharing) => async () => {
    const { inferenceId, facts, about } = await predicted(sharing)
    return scene(wire.ListPredictedRows, about, { inferenceId }, facts)
  }),
  [key(wire.GetPredictedGraph)]: Sharing.options.map((sharing) => async () => {
    const { inferenceId, facts, about } = await predicted(sharing)
    return scene(wire.GetPredictedGraph, about, { inferenceId }, facts)
  }),
  [key(wire.DeleteInference)]: inferences(wire.DeleteInference, (inferenceId) => ({ inferenceId })),
  'GET /results/:file': Sharing.options.map(resultOf),
  [`GET ${wire.VIEW_PICTURE_PATH}`]: Sharing.options.map(pictureOf),
  'GET /samples/:kind.zip': ContentType.options.map((kind) => async () => ({
    about: kind,
    facts: () => ({}),
    ask: (caller, url) => ask(caller, 'GET', url.replace(':kind', kind)),
  })),
  'GET /certificate': [
    async () => ({ about: 'alone', facts: () => ({}), ask: (caller, url) => ask(caller, 'GET', url) }),
  ],
}

function verdict({ status, error }: Answer, { need }: Route): 'let in' | 'refused' | 'no answer' {
  const refusals: readonly string[] = [...NO_ENTRY, ...rightsIn(need).flatMap((right) => rightOf(right).refusals)]
  if (error !== undefined && refusals.includes(error)) return 'refused'
  return status >= 400 || NO_ANSWER.includes(error ?? '') ? 'no answer' : 'let in'
}

/** Makes every caller try a call, and returns the outcomes that differ from the table of rights. */
async function play(making: Making, row: Route, url: string): Promise<string[]> {
  const wrong: string[] = []
  let matter = await making()
  // Calls accept a session or a token, and a reader's session covers this case. Links to files do not accept sessions
  // yet.
  const isCall = endpointRoutes.some((one) => one === row)
  const asking = callers.filter(
    ({ session, claims, isProgram }) =>
      row.takesSession || !session || (isCall && (isProgram || claims?.username === 'rita')),
  )
  for (const [index, caller] of [...asking, ...(matter.more ?? [])].entries()) {
    // A link opens only the file of its test case.
    const one = index < asking.length ? caller : (matter.more?.[index - asking.length] ?? caller)
    const isEnough = !one.isProgram || row.takesMachine || accessOf(row.need) === 'open'
    const isIn = isEnough && (!row.takesSession || one.isIn || (one.session !== undefined && one.who !== 'anybody'))
    const expected = isIn && isLetIn(row.need, one.who, matter.facts(one)) ? 'let in' : 'refused'
    const answer = await matter.ask(one, url)
    const came = verdict(answer, row)
    if (came !== expected)
      wrong.push(`${one.name}, ${matter.about}: ${came} (${answer.status} ${answer.error ?? 'well'}), not ${expected}`)
    if (came === 'let in' && row.method !== 'GET') matter = await making()
  }
  return wrong
}

test('lets exactly the callers in the table of rights use every route', {
  meta: { spec: 'roles.route-authorization' },
}, async () => {
  const wrong: string[] = []
  await world.app.ready()
  const served = world.routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  expect(served.length).toBeGreaterThan(30)
  for (const { method, url } of served) {
    const path = url.startsWith(`${wire.DEFAULT_PREFIX}/`) ? url.slice(wire.DEFAULT_PREFIX.length) : url
    const row = findRoute(method, path)
    const makings = row ? (scenes[key(row)] ?? []) : []
    if (!row) wrong.push(`${method} ${url}: not in the table of rights`)
    else if (makings.length === 0) wrong.push(`${method} ${url}: no test calls it`)
    // Routes with and without the path prefix have the same handlers, so one test case is enough for the second.
    for (const making of path === url ? makings : makings.slice(0, 1)) {
      if (row) wrong.push(...(await play(making, row, url)).map((one) => `${method} ${url}: ${one}`))
    }
  }
  expect(wrong).toEqual([])
})

test('returns only responses that its OpenAPI document describes', () => {
  expect([...answers.differences]).toEqual([])
  expect(answers.done.size).toBeGreaterThan(60)
})

/**
 * Rights that a platform token gives until the respective page is served by the edge. Signing also requires a PIN or
 * passkey.
 */
const BY_TOKEN = [
  'dataset.upload',
  'dataset.read-rows',
  'grant.read',
  'grant.sign',
  'grant.withdraw',
  'grant.change-members',
  'grant.set-factor',
  'task.list-own',
]

test('accepts a platform token only for the calls listed here', {
  meta: { claim: 'sessions.token-access-list' },
}, async () => {
  await world.app.ready()
  const rows = world.routes.flatMap(({ method, url }) => findRoute(method, url) ?? [])
  const open = rows.filter(({ need, takesSession }) => !takesSession && accessOf(need) !== 'open')
  expect([...new Set(open.flatMap(({ need }) => rightsIn(need)))].sort()).toEqual([...BY_TOKEN].sort())
})

test('answers any input to any call with a defined error, never with an internal error', async () => {
  const wrong: string[] = []
  let calls = 0
  await world.app.ready()
  for (const { method, url } of world.routes.filter((route) => route.method !== 'HEAD')) {
    const row = findRoute(method, url)
    if (!row) continue
    const { request } = await letIn(row, url)
    const endpoint = endpointRoutes.find((one) => one === row)?.endpoint
    for (const { what, ...call } of twisted(request, endpoint)) {
      calls += 1
      // Five wrong PINs would lock the log-in, so the lock is reset.
      for (const username of ['dora', 'alice', 'rita']) {
        for (const at of ['signing', 'session'] as const) storeAttempts(world.db, username, at, noTries)
      }
      const fault = faultOf(await world.app.inject(call))
      if (fault) wrong.push(`${method} ${url}, ${what}: ${fault}`)
    }
  }
  expect(wrong).toEqual([])
  expect(calls).toBeGreaterThan(1_500)
})

/** Returns a request of a caller who has the right, so that the edge processes its input. */
async function letIn(row: Route, url: string) {
  for (const making of scenes[key(row)] ?? []) {
    const matter = await making()
    const caller = callers.find((one) => isLetIn(row.need, one.who, matter.facts(one)))
    if (caller) return { request: await recorded(world.app, () => matter.ask(caller, url)) }
  }
  throw new Error(`${key(row)}: no caller is admitted`)
}

test.each(['/authorize', '/report', '/progress', '/work'])(
  "accepts requests at the guard's path %s only from the edge's own task runner",
  { meta: { spec: 'roles.route-authorization' } },
  async (path) => {
    const row = findRoute('POST', path)
    expect(row?.need).toBe('run.ask')
    const tried = async (authorization: string | undefined) =>
      (await guard.inject({ method: 'POST', url: path, headers: authorization ? { authorization } : {}, payload: {} }))
        .statusCode
    expect(await tried(undefined)).toBe(401)
    expect(await tried('Bearer another')).toBe(401)
    expect(await tried(`Bearer ${await world.fake.edgeToken(people.administrator)}`)).toBe(401)
    expect(await tried(`Bearer ${SECRET}`)).toBe(400)
  },
)
