import { phrase } from '@tessera/contract'
import {
  CreateInference,
  DeleteInference,
  ExplainOnce,
  ExplainRow,
  GetInference,
  GetModel,
  Infer,
  InferDataset,
  InferImages,
  InferOnce,
  ListInferences,
  ListMyTasks,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts'
import { buildParty, call, describeOnOne } from '../../testing/index.ts'
import { buildModels, modelFile, type Owner } from '../../testing/model.ts'
import { admin, buildTask, member, WITH_ALGORITHMS } from '../../testing/task.ts'
import { failInterrupted } from './fail-interrupted.ts'
import { forgetOldInputs } from './forget.ts'
import { inference } from './table.ts'

const texts = { name: 'ward 3', description: 'patients of ward 3' }

/** Computes the test model's regression from its weights. */
const regression = {
  constant: [],
  collinear: [],
  separated: [],
  ridge: 0,
  converged: true,
  rows: 64,
  averaged: 0,
  changed: 0,
  coefficients: [
    { column: 'age', category: null, class: 'yes', estimate: 0.2 },
    { column: 'sex', category: 'm', class: 'yes', estimate: 2 },
    { column: 'sex', category: '', class: 'yes', estimate: 1 },
  ],
}

describeOnOne(
  'inference on the platform',
  (at) => {
    const create = (owner: Owner, who = admin(owner), more: object = {}) =>
      call(at(), CreateInference, { modelId: owner.modelId, ...texts, ...more }, who)

    test('classifies pictures without storing them, and only for users who may use the inference task', {
      meta: { spec: 'calls.flModelInference/inferenceImages' },
    }, async () => {
      const input = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 224 } as const
      const output = { kind: 'classes', label: 'tone', classes: ['cold', 'warm'] } as const
      const card = { label: 'tone', columns: ['file'], input, output: { ...output, classes: [...output.classes] } }
      const [owner, other] = await buildModels(at(), card, modelFile('pictures'))
      const inferenceId = (await create(owner)).result
      const pixels = Uint8Array.from([255, 0, 0, 0, 0, 255])
      const turned = sharp(pixels, { raw: { width: 2, height: 1, channels: 3 } }).withMetadata({ orientation: 6 })
      const files = [
        { name: 'turned.png', content: await turned.png().toBuffer() },
        { name: 'turned.jpeg', content: await turned.jpeg({ chromaSubsampling: '4:4:4' }).toBuffer() },
      ]
      const send = (who: Parameters<typeof call>[3], sent = files) =>
        call(at(), InferImages, { inferenceId }, who, {}, sent)

      for (const who of [admin(other), member(owner), undefined])
        expect((await send(who)).error).toMatch(/^(inference.not-found|session.missing)$/)
      const { result } = await send(admin(owner))
      expect(result.predictions.map(({ name, prediction }) => [name, prediction.result])).toEqual([
        ['turned.png', 'warm'],
        ['turned.jpeg', 'warm'],
      ])
      const [first] = result.predictions
      expect(await sharp(Buffer.from(first?.base64 ?? '', 'base64')).metadata()).toMatchObject({ width: 1, height: 2 })
      const [row] = await at().db.select().from(inference).where(eq(inference.id, inferenceId))
      expect(row?.result?.predictions.map(({ data }) => data)).toEqual([
        { name: 'turned.png' },
        { name: 'turned.jpeg' },
      ])

      const broken = await send(admin(owner), [{ name: 'note.png', content: Buffer.from('hello') }])
      expect(broken).toMatchObject({ error: 'inference.picture-broken', params: { name: 'note.png' } })
      const shown = (await call(at(), GetInference, { inferenceId }, admin(owner))).result
      expect(shown.inference.status).toBe('completed')
    })

    test('predicts the rows of a form and stores the result for the task’s creator', {
      meta: { spec: 'states.inference-lifecycle' },
    }, async () => {
      const [owner] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      const shown = (await call(at(), GetInference, { inferenceId }, admin(owner))).result
      expect(shown.inference).toMatchObject({
        status: 'created',
        input: { kind: 'table', columns: [{ column: 'age' }, { column: 'sex' }] },
      })
      expect(shown).toMatchObject({ result: null, type: '' })

      const rows = [
        { age: 60, sex: 'm' },
        { age: '40', sex: 'f' },
      ]
      const result = (await call(at(), Infer, { inferenceId, rows }, admin(owner))).result
      expect(result.predictions.map(({ result: label }) => label)).toEqual(['yes', 'no'])
      const [first] = result.predictions
      expect(first?.kind === 'classes' && first.probabilities.yes).toBeGreaterThan(0.9)
      expect((await call(at(), GetInference, { inferenceId }, admin(owner))).result).toMatchObject({
        type: 'tabular',
        inference: { status: 'completed' },
        result: { rowCount: 2, header: ['age', 'sex'] },
      })
      const uses = (await call(at(), GetModel, { modelId: owner.modelId }, admin(owner))).result
      expect(uses).toMatchObject({ useCount: 1 })
      const cards = (await call(at(), ListMyTasks, { type: 'INFERENCE' }, admin(owner))).result.records
      expect(cards).toMatchObject([{ id: inferenceId, type: 'inference', modelId: owner.modelId }])
    })

    test('predicts and explains without a task for users who may use the model, and stores only the use, once a day per user', {
      meta: { spec: 'screens.try-model' },
    }, async () => {
      const [owner, other] = await buildModels(at())
      const row = { age: 60, sex: 'm' }
      const ask = (who = admin(owner), rows: object[] = [row]) =>
        call(at(), InferOnce, { modelId: owner.modelId, rows: rows as (typeof row)[] }, who)
      const useCount = async () =>
        (await call(at(), GetModel, { modelId: owner.modelId }, admin(owner))).result.useCount
      expect((await ask()).result.predictions.map(({ result }) => result)).toEqual(['yes'])
      await ask()
      expect(await useCount()).toBe(1)
      await ask(member(owner))
      expect(await useCount()).toBe(2)
      const why = await call(at(), ExplainOnce, { modelId: owner.modelId, row }, admin(owner))
      expect(why.result).toMatchObject({ class: 'yes' })

      expect((await ask(admin(other))).error).toBe('model.not-found')
      const many = Array.from({ length: 1_001 }, () => row)
      expect((await ask(admin(owner), many)).error).toBe('inference.dataset-needs-edge')
      expect(await at().db.$count(inference, eq(inference.modelId, owner.modelId))).toBe(0)
    })

    test('lists inference tasks in pages, separately and among other tasks, newest first whether read from the start or the end', {
      meta: { spec: 'calls.flJobRecruit/listMyJob' },
    }, async () => {
      const [owner] = await buildModels(at())
      const { taskId } = await buildTask(at(), { given: [owner] })
      const made: string[] = [taskId]
      for (const name of ['one', 'two', 'three', 'four']) {
        at().clock.advance(MINUTE_MS)
        made.unshift((await create(owner, member(owner), { name })).result)
      }
      const whole = (await call(at(), ListMyTasks, {}, admin(owner))).result
      const ids = whole.records.map(({ id }) => id)
      expect(ids).toEqual(made)
      expect(whole.total).toBe(5)

      const request = { pageSize: 2 }
      const turned: string[] = []
      for (const pageNo of [1, 2, 3]) {
        const page = (await call(at(), ListMyTasks, { ...request, pageNo }, admin(owner))).result
        expect(page.total).toBe(5)
        turned.push(...page.records.map(({ id }) => id))
      }
      expect(turned).toEqual(ids)
      const beyond = (await call(at(), ListMyTasks, { ...request, pageNo: 9 }, admin(owner))).result
      expect(beyond).toMatchObject({ records: [], total: 5 })

      const pages = [1, 2, 3].map((pageNo) => call(at(), ListInferences, { ...request, pageNo }, admin(owner)))
      const own = (await Promise.all(pages)).map(({ result }) => result.records.map(({ id }) => id))
      expect(own).toEqual([made.slice(0, 2), made.slice(2, 4), []])
      const named = (await call(at(), ListMyTasks, { name: 'THREE' }, admin(owner))).result
      expect(named).toMatchObject({ total: 1, records: [{ id: made[1], type: 'inference' }] })
    })

    test('predicts a row’s cluster and the distance to the cluster’s centre', async () => {
      const [owner] = await buildModels(at(), { label: '' }, modelFile('clusters'))
      const inferenceId = (await create(owner)).result
      const infer = await call(at(), Infer, { inferenceId, rows: [{ age: 61, sex: 'm' }] }, admin(owner))
      expect(infer.result.predictions).toMatchObject([{ kind: 'clusters', result: '1' }])
      const { result, inference: shown } = (await call(at(), GetInference, { inferenceId }, admin(owner))).result
      expect(result?.predictions).toEqual(infer.result.predictions)
      expect(shown.output).toEqual({ kind: 'clusters', label: 'cluster', clusters: 2 })
    })

    test('names an invalid value, and can still predict with valid ones afterwards', async () => {
      const [owner] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      const infer = (row: Record<string, string | number>) =>
        call(at(), Infer, { inferenceId, rows: [row] }, admin(owner))
      expect(await infer({ age: 'old', sex: 'm' })).toMatchObject({
        error: 'inference.not-number',
        params: { column: 'age' },
      })
      expect(await infer({ age: 60, sex: 'm\0' })).toMatchObject({
        error: 'request.nul',
        params: { field: 'featureDataList.0.sex' },
      })
      expect(await infer({ age: 60 })).toMatchObject({ error: 'inference.column-missing', params: { column: 'sex' } })
      expect((await infer({ age: 60, sex: 'm' })).result.rowCount).toBe(1)
    })

    test('explains a prediction to users who may predict, and stores nothing', async () => {
      const [owner, other] = await buildModels(at(), { regression })
      const inferenceId = (await create(owner)).result
      const row = { age: 70, sex: 'm' }
      const explain = (who: Parameters<typeof create>[1], of: object = row) =>
        call(at(), ExplainRow, { inferenceId, row: of as typeof row }, who)
      const explanation = (await explain(admin(owner))).result
      expect(explanation).toMatchObject({ method: 'linear', unit: 'log-odds', class: 'yes', against: 'no', untold: [] })
      expect(explanation.columns).toMatchObject([
        { column: 'age', effect: expect.closeTo(4, 9), typical: 50 },
        { column: 'sex', effect: expect.closeTo(2, 9), typical: 'f' },
      ])
      expect((await call(at(), GetInference, { inferenceId }, admin(owner))).result).toMatchObject({
        result: null,
        inference: { status: 'created' },
      })
      for (const who of [member(owner), admin(other)]) expect((await explain(who)).error).toBe('inference.not-found')
      expect((await explain(admin(owner), { age: 'old', sex: 'm' })).error).toBe('inference.not-number')
    })

    test('deletes the inputs of an inference task after a day', async () => {
      const [owner] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      await call(at(), Infer, { inferenceId, rows: [{ age: 60, sex: 'm' }] }, admin(owner))
      const result = async () => (await call(at(), GetInference, { inferenceId }, admin(owner))).result.result
      const later = (ms: number) => ({ db: at().db, clock: { now: () => new Date(at().clock.now().getTime() + ms) } })
      await forgetOldInputs(later(DAY_MS - 60_000))
      expect(await result()).not.toBeNull()
      await forgetOldInputs(later(DAY_MS + 60_000))
      expect(await result()).toBeNull()
    })

    test.each(['creating', 'running'] as const)(
      'fails a task that was %s when the platform was killed, so that it can be run again or deleted',
      async (status) => {
        const [owner] = await buildModels(at())
        const inferenceId = (await create(owner)).result
        const rows = [{ age: 60, sex: 'm' }]
        const now = at().clock.now()
        await at().db.update(inference).set({ status, busySince: now }).where(eq(inference.id, inferenceId))
        const clearUp = (url: string | undefined, isStart: boolean, ms = 0) =>
          failInterrupted(
            {
              db: at().db,
              clock: { now: () => new Date(now.getTime() + ms) },
              settings: { ...at().settings, DATABASE_URL: url },
            },
            isStart,
          )
        const shown = async () => (await call(at(), GetInference, { inferenceId }, admin(owner))).result.inference

        // Another process that uses the same PostgreSQL server, or this same process, may still be working on the task.
        await clearUp('postgres://', true)
        await clearUp(undefined, false)
        expect((await shown()).status).toBe(status)
        expect((await call(at(), DeleteInference, { inferenceId }, admin(owner))).error).toBe('inference.busy')

        if (status === 'creating') await clearUp(undefined, true)
        else await clearUp('postgres://', false, 11 * MINUTE_MS)
        expect(await shown()).toMatchObject({
          status: 'failed',
          failure: phrase('en', 'inference.interrupted'),
          abilities: { run: true, delete: true },
        })
        expect((await call(at(), Infer, { inferenceId, rows }, admin(owner))).result.rowCount).toBe(1)
        expect(await shown()).toMatchObject({ status: 'completed', failure: null })
        expect((await call(at(), DeleteInference, { inferenceId }, admin(owner))).error).toBeUndefined()
      },
    )

    test('shows the rows of an inference task only to its creator and the party’s administrators', async () => {
      const [owner, other] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      const byMember = (await create(owner, member(owner), { name: 'own' })).result
      expect((await call(at(), GetInference, { inferenceId: byMember }, admin(owner))).error).toBeUndefined()
      for (const who of [member(owner), admin(other)]) {
        expect((await call(at(), GetInference, { inferenceId }, who)).error).toBe('inference.not-found')
        const rows = [{ age: 60, sex: 'm' }]
        expect((await call(at(), Infer, { inferenceId, rows }, who)).error).toBe('inference.not-found')
        expect((await call(at(), DeleteInference, { inferenceId }, who)).error).toBe('inference.not-found')
      }
      const listed = (await call(at(), ListInferences, {}, member(owner))).result.records
      expect(listed.map(({ id }) => id)).toEqual([byMember])
    })

    test.each([
      ['no name', { name: ' ' }, 'inference.name-required'],
      ['no description', { description: '' }, 'inference.name-required'],
      ['a long name', { name: 'x'.repeat(21) }, 'model.text-too-long'],
    ])('refuses a prediction request with %s', async (_what, more, code) => {
      const [owner] = await buildModels(at())
      expect((await create(owner, admin(owner), more)).error).toBe(code)
    })

    test('requires a model of the own party and a unique name for an inference task', {
      meta: { spec: 'calls.flModelInference/createJob' },
    }, async () => {
      const [owner] = await buildModels(at())
      const stranger = await buildParty(at())
      expect((await create(owner, admin(stranger))).error).toBe('model.not-found')
      await create(owner)
      expect((await create(owner)).error).toBe('inference.name-taken')
    })

    test('refuses predictions for a dataset, which only the dataset’s edge can make', async () => {
      const [owner] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      const request = await call(at(), InferDataset, { inferenceId, datasetId: 'rows' }, admin(owner))
      expect(request.error).toBe('inference.dataset-needs-edge')
    })

    test('deletes the inputs together with the inference task', {
      meta: { spec: 'calls.flModelInference/delete' },
    }, async () => {
      const [owner] = await buildModels(at())
      const inferenceId = (await create(owner)).result
      expect((await call(at(), DeleteInference, { inferenceId }, admin(owner))).error).toBeUndefined()
      expect((await call(at(), GetInference, { inferenceId }, admin(owner))).error).toBe('inference.not-found')
      expect((await create(owner)).error).toBeUndefined()
    })
  },
  WITH_ALGORITHMS,
)
