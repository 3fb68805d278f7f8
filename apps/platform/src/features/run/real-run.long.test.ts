import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areCurves, inputColumnsOf, LINK_PATHS, type PartyNames, type Plan, START_FILE } from '@tessera/contract'
import {
  ChooseStart,
  CreateInference,
  GetModel,
  GetRun,
  GetRunRounds,
  GetTask,
  Infer,
  ListRuns,
  PublishModel,
  StartTraining,
} from '@tessera/contract/wire'
import { Child, VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWorkers } from '../../app.ts'
import { startFleet } from '../../fleet/main.ts'
import { enrolledEdge, signed } from '../../testing/edge-caller.ts'
import { buildApp, call, type World } from '../../testing/index.ts'
import { admin, buildTask, confirmNames, type Member, signTicket } from '../../testing/task.ts'
import { edges } from '../environment/table.ts'
import { startFile } from '../task/index.ts'
import type { TaskRow } from '../task/table.ts'

const ENGINE = fileURLToPath(new URL('../../../../../engine', import.meta.url))
const PYTHON = join(ENGINE, '../.venv/bin/python')
const ends: (() => Promise<unknown> | unknown)[] = []

/** Writes a folder of granted rows. The label can be derived from `age`, so that every working algorithm learns it. */
function writeRows(folder: string, seed: number) {
  mkdirSync(folder)
  const index = { kind: 'table', files: ['rows.parquet'], columns: ['age', 'chol', 'sick'] }
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index))
  const script = `
import sys, numpy, pyarrow, pyarrow.parquet
random = numpy.random.default_rng(int(sys.argv[2]))
age, chol = random.normal(50, 10, 60), random.normal(200, 30, 60)
table = pyarrow.table({"age": age, "chol": chol, "sick": (age > 50).astype("int64")})
pyarrow.parquet.write_table(table, sys.argv[1])`
  execFileSync(PYTHON, ['-c', script, join(folder, 'rows.parquet'), String(seed)])
}

/**
 * Starts the processes of one party: SuperNode, task runner and, in place of the edge, a guard that grants these rows
 * to every request.
 */
async function startParty(world: World, party: Member, fleet: { address: string; caFile: string }, seed: number) {
  const folder = join(world.settings.DATA_DIR, `party-${party.partyId}`)
  mkdirSync(folder)
  writeRows(join(folder, 'granted'), seed)
  for (const name of ['guard', 'executor'])
    writeFileSync(join(folder, name), `${name}-secret-of-${party.partyId}-for-this-test`)
  const guard = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { plan } = JSON.parse(body) as { plan?: string }
      const dataPath = join(folder, 'granted')
      const requested = plan ? JSON.parse(plan) : undefined
      const resultField = requested?.parties.length === 1 ? { resultPath: join(folder, 'kept') } : {}
      const place = Math.max(
        0,
        requested?.parties
          .map(({ partyId }: Member) => partyId)
          .toSorted()
          .indexOf(party.partyId) ?? 0,
      )
      const granted = { allowed: true, dataPath, rows: 60, place, plan: requested, ...resultField }
      void layStart(world, dataPath, requested?.start).then(() =>
        response.end(JSON.stringify(request.url === '/authorize' ? granted : {})),
      )
    })
  })
  await new Promise<void>((done) => guard.listen(0, '127.0.0.1', done))
  ends.push(() => guard.close())

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  writeFileSync(join(folder, 'node.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const nodePublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const codes = world.app.training.deps.algorithms.list().map(({ codeHash }) => codeHash)
  const installation = { version: VERSION, codes }
  await world.db.update(edges).set({ nodePublicKey, installation }).where(eq(edges.partyId, party.partyId))

  const port = String(randomInt(20_000, 30_000))
  const secret = ['--superexec-auth-secret-file', join(folder, 'executor')]
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PYTHONPATH: ENGINE,
    FLWR_HOME: join(folder, 'flower'),
    TESSERA_GUARD_URL: `http://127.0.0.1:${(guard.address() as AddressInfo).port}`,
    TESSERA_GUARD_SECRET_FILE: join(folder, 'guard'),
  }
  const start = (name: string, args: string[]) => {
    const options = { name, command: PYTHON, args, env, cwd: folder, logPath: join(folder, `${name}.log`) }
    const child = new Child({ ...options, restartAfterMs: [500] }).start()
    ends.push(() => child.stop())
  }
  start('supernode', [
    ...['-m', 'engine.flower.supernode', '--superlink', fleet.address, '--root-certificates', fleet.caFile],
    ...['--auth-supernode-private-key', join(folder, 'node.key'), '--host', '127.0.0.1', '--port', port],
    ...['--isolation', 'process', ...secret],
  ])
  start('runner', [
    '-m',
    'engine.flower.runner',
    'client',
    '--insecure',
    '--runtime-api-address',
    `127.0.0.1:${port}`,
    ...secret,
  ])
}

/** Stores the start weights beside the granted rows, as an edge does when a member signs a consent ticket. */
async function layStart({ deps }: World, dataPath: string, start: Plan['start']) {
  if (start) writeFileSync(join(dataPath, START_FILE), await deps.files.get(startFile(start)))
}

// Requires the engine's virtual environment, which `make test` creates before this test.
describe.skipIf(!existsSync(PYTHON))('a run of real processes', () => {
  let world: World
  let members: [Member, Member]
  let taskId: string
  let door: Parameters<typeof startParty>[2]

  beforeAll(async () => {
    const PORT = String(randomInt(30_000, 40_000))
    // The test uses the algorithm bundles that `make test` has just built.
    world = await buildApp({ env: { ALGORITHMS_DIR: join(ENGINE, 'build'), PORT } })
    ends.push(() => world.close())
    await world.app.listen({ port: Number(PORT), host: '127.0.0.1' })
    ;({ taskId, members } = await buildTask(world, { algorithmId: 'logistic-regression', parameters: { max_iter: 3 } }))

    const fleetConfig = {
      dataDir: world.settings.DATA_DIR,
      python: PYTHON,
      host: '127.0.0.1',
      fleetPort: 0,
      fleetNames: [],
    }
    const fleet = await startFleet(fleetConfig, () => {})
    ends.push(() => fleet.stop())
    door = { address: new URL(fleet.address.frontDoorUrl).host, caFile: fleet.address.caFile }
    for (const [index, party] of members.entries()) await startParty(world, party, door, index)
    ends.push(await startWorkers(world.app, world.deps))
    for (const party of members) await signTicket(world, taskId, party)
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  test('trains two parties together, stores the model, and predicts with it', async () => {
    const [first, second] = members
    expect((await call(world, StartTraining, { taskId }, admin(first))).result).toBeNull()
    const ended = await vi.waitFor(
      async () => {
        const { run, events } = (await call(world, GetRun, { taskId }, admin(second))).result
        if (run?.phase === 'failed') return { run, events }
        expect(run?.phase).toBe('completed')
        return { run, events }
      },
      { interval: 200 },
    )
    expect(ended.run).toMatchObject({ phase: 'completed', failure: null, round: 3, rounds: 3, progress: 100 })
    expect(ended.run?.parties.map(({ rowsUsed, validationRows }) => (rowsUsed ?? 0) + (validationRows ?? 0))).toEqual([
      60, 60,
    ])
    expect(ended.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['started', 'statistics', 'round', 'round', 'round', 'scored', 'finished']),
    )
    const scores = ended.events.flatMap((event) => ('scoredRound' in event ? event : []))
    expect(scores.map(({ scoredRound }) => scoredRound)).toEqual([0, 1, 2, 3])

    const modelId = (await call(world, GetTask, { taskId }, admin(second))).result.modelId ?? ''
    const { card } = (await call(world, GetModel, { modelId }, admin(second))).result
    expect(card && inputColumnsOf(card.input).map(({ column }) => column)).toEqual(['age', 'chol'])
    expect(card?.metrics.accuracy).toBeGreaterThan(0.8)
    const kept = scores.find(({ scoredRound }) => scoredRound === card?.bestRound)
    expect([kept?.metrics, ended.run?.metrics]).toEqual([card?.metrics, card?.metrics])
    expect(ended.run?.scores).toEqual(card?.scores)
    expect(card?.scores).toMatchObject({
      rows: 120,
      metrics: { accuracy: { value: card?.metrics.accuracy, rows: 120 } },
    })
    const [comparableRun] = (await call(world, ListRuns, { taskId }, admin(second))).result
    expect(comparableRun).toMatchObject({
      id: ended.run?.id,
      parameters: { max_iter: 3 },
      columns: ['age', 'chol'],
      metrics: card?.metrics,
      scores: { metrics: card?.scores?.metrics, classes: card?.scores?.classes },
    })
    const runId = comparableRun?.id ?? ''
    const curve = (await call(world, GetRunRounds, { taskId, runId }, admin(second))).result
    expect(curve.rounds).toEqual(scores.map(({ scoredRound, metrics }) => ({ round: scoredRound, metrics })))
    expect(curve.bestRound).toBe(card?.bestRound)
    for (const { gains } of ended.run?.parties ?? []) {
      // Metrics other than accuracy have an interval only if there are enough rows to estimate their gain.
      expect(Object.keys(gains ?? {})).toContain('accuracy')
    }
    const { bestRound, bytesUp, bytesDown } = card ?? {}
    expect(scores.at(-1)).toMatchObject({ bestRound, bytesUp, bytesDown })
    const codeHash = world.app.training.deps.algorithms.get('logistic-regression').codeHash
    expect(card?.codeHash).toBe(codeHash)

    const named = { modelId, name: 'new patients', description: 'two of them' }
    const inferenceId = (await call(world, CreateInference, named, admin(second))).result
    const rows = [
      { age: 75, chol: 200 },
      { age: 25, chol: 200 },
    ]
    const { predictions } = (await call(world, Infer, { inferenceId, rows }, admin(second))).result
    expect(predictions.map(({ result }) => result)).toEqual(['1', '0'])
    // A SuperNode must not receive the run's token.
    const token = readFileSync(join(world.settings.DATA_DIR, 'runs', ended.run?.id ?? '', 'token'), 'utf8')
    expect(JSON.stringify(ended.events)).not.toContain(token)
  })

  test('ends a single-party run with its scores on the platform, which receives the model only when it is shared', {
    meta: { spec: 'states.single-party-research' },
  }, async () => {
    const alone = await buildTask(world, {
      researchType: 'independent',
      parties: 1,
      algorithmId: 'logistic-regression',
      parameters: { max_iter: 3 },
    })
    const party = alone.members[0] as Member
    await startParty(world, party, door, 7)
    await signTicket(world, alone.taskId, party)
    expect((await call(world, StartTraining, { taskId: alone.taskId }, admin(party))).result).toBeNull()
    const ended = await vi.waitFor(
      async () => {
        const { run, events } = (await call(world, GetRun, { taskId: alone.taskId }, admin(party))).result
        expect(['completed', 'failed']).toContain(run?.phase)
        return { run, events }
      },
      { interval: 200 },
    )
    expect(ended.run).toMatchObject({ phase: 'completed', failure: null, progress: 100 })
    expect(ended.run?.metrics.accuracy).toBeGreaterThan(0.8)
    expect(ended.run?.scores).toBeNull()
    const runId = ended.run?.id ?? ''
    const modelIdOf = async () => (await call(world, GetTask, { taskId: alone.taskId }, admin(party))).result.modelId
    expect(await modelIdOf()).toBeNull()
    expect(existsSync(join(world.settings.DATA_DIR, 'runs', runId, 'model.onnx'))).toBe(false)

    const kept = join(world.settings.DATA_DIR, `party-${party.partyId}`, 'kept')
    const key = await enrolledEdge(world, party)
    const shared = await world.app.inject({
      method: 'POST',
      url: LINK_PATHS.runResult.replace(':runId', runId),
      headers: { authorization: `Bearer ${await signed(party.partyId, key)}` },
      payload: {
        card: JSON.parse(readFileSync(join(kept, 'card.json'), 'utf8')),
        model: readFileSync(join(kept, 'model.onnx')).toString('base64'),
      },
    })
    expect(shared.json()).toEqual({})
    const modelId = (await modelIdOf()) ?? ''
    const { card } = (await call(world, GetModel, { modelId }, admin(party))).result
    expect(card?.metrics).toEqual(ended.run?.metrics)
    expect(card?.regression?.coefficients.map(({ column }) => column)).toEqual(expect.arrayContaining(['age', 'chol']))
  })

  /** Runs a task with both parties until the run ends. */
  async function runTogether(
    fields: Partial<TaskRow>,
    { startModelId, names }: { startModelId?: string; names?: Partial<PartyNames> } = {},
  ) {
    const built = await buildTask(world, { given: members, ...fields })
    const [first, second] = built.members
    if (names) for (const party of built.members) await confirmNames(world, built.taskId, party, names)
    if (startModelId) {
      const start = { taskId: built.taskId, modelId: startModelId }
      expect((await call(world, ChooseStart, start, admin(first))).error).toBeUndefined()
    }
    for (const party of built.members) await signTicket(world, built.taskId, party)
    expect((await call(world, StartTraining, { taskId: built.taskId }, admin(first))).result).toBeNull()
    const seen = await vi.waitFor(
      async () => {
        const seen = (await call(world, GetRun, { taskId: built.taskId }, admin(second))).result
        expect(['completed', 'failed']).toContain(seen.run?.phase)
        return seen
      },
      { interval: 200 },
    )
    const task = (await call(world, GetTask, { taskId: built.taskId }, admin(second))).result
    return { ...seen, task, reader: second }
  }
  const withoutLabel = { columnSelection: { columns: ['age', 'chol'], label: null } }
  const CLUSTERS = { algorithmId: 'k-means', ...withoutLabel }

  test('clusters rows: the model assigns a new row to its cluster, and a run that starts from the model has the model’s scores at its beginning', {
    meta: { spec: ['screens.start-from-model', 'screens.result-without-model'] },
  }, async () => {
    const { run, task, reader } = await runTogether(CLUSTERS)
    expect(run).toMatchObject({ phase: 'completed', failure: null, scoredBy: 'rows', table: null })
    expect(Object.keys(run?.metrics ?? {}).sort()).toEqual(['inertia', 'loss'])
    const modelId = task.modelId ?? ''
    const { card } = (await call(world, GetModel, { modelId }, admin(reader))).result
    expect(card).toMatchObject({ label: '', output: { kind: 'clusters', clusters: 3 } })
    expect(card?.clusters?.sizes).toHaveLength(3)
    expect(card?.clusters?.inertia).toBeGreaterThan(0)
    expect(card?.clusters?.profile).toMatchObject([
      { name: 'age', means: [expect.any(Number), expect.any(Number), expect.any(Number)] },
      { name: 'chol', kind: 'number' },
    ])

    const named = { modelId, name: 'new patient', description: 'one of them' }
    const inferenceId = (await call(world, CreateInference, named, admin(reader))).result
    const rows = [{ age: 50, chol: 200 }]
    const { predictions } = (await call(world, Infer, { inferenceId, rows }, admin(reader))).result
    expect(predictions).toEqual([
      expect.objectContaining({
        kind: 'clusters',
        result: expect.stringMatching(/^[012]$/),
        distance: expect.any(Number),
      }),
    ])

    const texts = { name: 'First', description: 'd', instruction: 'i', application: 'a' }
    const startModelId = (await call(world, PublishModel, { modelId, ...texts }, admin(reader))).result
    const from = await runTogether(CLUSTERS, { startModelId })
    expect(from.run).toMatchObject({ phase: 'completed', failure: null })
    const untrained = from.events.find((event) => 'scoredRound' in event && event.scoredRound === 0)
    const { loss = Number.NaN } = untrained && 'metrics' in untrained ? untrained.metrics : {}
    expect(loss).toBeCloseTo(card?.metrics.loss ?? Number.NaN, 9)
    const made = (await call(world, GetModel, { modelId: from.task.modelId ?? '' }, admin(reader))).result
    expect(made.card?.start).toEqual({ modelId: startModelId, model: 'First', task: task.name })
  })

  test('ends a run without a label with a table about all rows, and without a model', {
    meta: { spec: 'screens.result-without-model' },
  }, async () => {
    const { run, task } = await runTogether({ algorithmId: 'describe', ...withoutLabel }, { names: { ownTable: true } })
    expect(run).toMatchObject({ phase: 'completed', failure: null, progress: 100, metrics: {}, scoredBy: null })
    expect(run?.parties.map(({ rowsUsed, validationRows }) => [rowsUsed, validationRows])).toEqual([
      [60, 0],
      [60, 0],
    ])
    const pooled = describePooled(
      members.map(({ partyId }) => join(world.settings.DATA_DIR, `party-${partyId}`, 'granted')),
    )
    expect(run?.table).toMatchObject({ rows: 120, columns: [{ name: 'age' }, { name: 'chol' }] })
    if (!run?.table || areCurves(run.table)) throw new Error('it is a table')
    for (const [index, column] of run.table.columns.entries()) {
      if (column.kind !== 'number') throw new Error('both are numbers')
      const [mean, deviation, median] = pooled[index] as [number, number, number]
      expect([column.count, column.missing]).toEqual([120, 0])
      expect(column.mean).toBeCloseTo(mean, 6)
      expect(column.deviation).toBeCloseTo(deviation, 6)
      const middle = column.quantiles?.find(({ percent }) => percent === 50)
      expect(Math.abs((middle?.value ?? 0) - median)).toBeLessThanOrEqual((middle?.error ?? 0) + 1e-9)
    }
    const means = (run.table.parties ?? []).map(({ rows, columns: [age] }) => [
      rows,
      age?.kind === 'number' ? age.mean : undefined,
    ])
    expect(means).toEqual([
      [60, expect.any(Number)],
      [60, expect.any(Number)],
    ])
    const [one, other] = means.map(([, mean]) => Number(mean))
    expect(((one ?? 0) + (other ?? 0)) / 2).toBeCloseTo(pooled[0]?.[0] ?? 0, 6)
    expect(task).toMatchObject({ status: 'completed', modelId: null })
  })
})

/** Returns mean, standard deviation and median of both columns, computed from all rows together. */
function describePooled(folders: string[]): number[][] {
  const script = `
import json, sys, numpy, pyarrow.parquet
tables = [pyarrow.parquet.read_table(folder + "/rows.parquet") for folder in sys.argv[1:]]
pooled = [numpy.concatenate([table[name].to_numpy() for table in tables]) for name in ("age", "chol")]
print(json.dumps([[c.mean(), c.std(ddof=1), numpy.quantile(c, 0.5, method="inverted_cdf")] for c in pooled]))`
  return JSON.parse(execFileSync(PYTHON, ['-c', script, ...folders]).toString())
}
