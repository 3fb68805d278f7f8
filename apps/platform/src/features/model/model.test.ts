import { METRIC_VARIANTS } from '@tessera/contract'
import {
  DeleteModel,
  DownloadModel,
  GetModel,
  GetModelStatus,
  ListMetricDescriptions,
  ListModelActivity,
  ListMyModels,
  ListPoolModels,
  MODEL_FILE_PATH,
  PublishModel,
  UnpublishModel,
  UpdateModel,
} from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listPlatformLog } from '../../lib/audit.ts'
import {
  asUser,
  buildParty,
  buildUser,
  call,
  describeOn,
  describeOnOne,
  report,
  type TestParty,
  type World,
} from '../../testing/index.ts'
import { buildModels, modelFile } from '../../testing/model.ts'
import { admin, member, WITH_ALGORITHMS } from '../../testing/task.ts'
import { model } from './table.ts'

const texts = { name: 'Heart', description: 'what it is', instruction: 'how to use it', application: 'where it fits' }

async function modelOf({ db }: World, modelId: string) {
  const [found] = await db.select().from(model).where(eq(model.id, modelId))
  if (!found) throw new Error(`no model ${modelId}`)
  return found
}

describeOnOne(
  'models',
  (at) => {
    const publish = (modelId: string, who: ReturnType<typeof admin>, more: object = {}) =>
      call(at(), PublishModel, { modelId, ...texts, ...more }, who)

    describe('models of a party', () => {
      test('shows a party’s models to its members, lets their keeper and administrators list them, and hides them from other users', {
        meta: { spec: ['calls.flModelInfo/listMyModel', 'calls.flModelInfo/modelDetail'] },
      }, async () => {
        const [first, second] = await buildModels(at())
        const { modelId } = first
        expect((await call(at(), GetModel, { modelId }, admin(first))).result).toMatchObject({
          rowCount: 64,
          partyCount: 2,
          useCount: 0,
          downloadCount: 0,
          abilities: { edit: true, publish: true, delete: true, use: true, download: false },
          card: {
            input: { columns: [{ column: 'age' }, { column: 'sex', categories: ['f', 'm'] }] },
            output: { label: 'ill' },
          },
        })
        expect((await call(at(), GetModel, { modelId }, member(first))).result.abilities).toMatchObject({
          edit: false,
          publish: false,
          use: true,
        })
        expect((await call(at(), ListMyModels, {}, member(first))).result.records).toEqual([])
        for (const who of [admin(second), { user: await buildUser(at()) }]) {
          expect((await call(at(), GetModel, { modelId }, who)).error).toBe('model.not-found')
        }
      })

      test('includes a regression model’s findings about the columns, and none for models of other algorithms', async () => {
        const line = { column: 'age', category: null, class: 'yes', deviation: 9.5, estimate: 0.2 }
        const regression = {
          constant: [],
          collinear: [],
          separated: [],
          ridge: 0,
          converged: true,
          rows: 64,
          averaged: 0,
          changed: 0,
          coefficients: [{ ...line, error: 0.05, low: 0.1, high: 0.3, p: 0.00006 }],
        }
        const [{ modelId, ...keeper }] = await buildModels(at(), { regression, scoredBy: 'leave-one-out' })
        const cardOf = async (id: string, who: ReturnType<typeof admin>) =>
          (await call(at(), GetModel, { modelId: id }, who)).result.card
        expect(await cardOf(modelId, admin(keeper))).toMatchObject({ regression, scoredBy: 'leave-one-out' })

        const [other] = await buildModels(at())
        expect(await cardOf(other.modelId, admin(other))).not.toHaveProperty('regression')
      })

      test('lets only a model’s keeper and administrators change it', {
        meta: { spec: ['entities.model', 'validation.model-edit-fields', 'calls.flModelInfo/edit'] },
      }, async () => {
        const [first, second] = await buildModels(at())
        const { modelId } = first
        const edit = (who: ReturnType<typeof admin>, more: object = {}) =>
          call(at(), UpdateModel, { modelId, ...texts, ...more }, who)
        expect((await edit(admin(second))).error).toBe('model.not-found')
        expect((await edit(member(first))).error).toBe('model.not-allowed')
        expect((await edit(admin(first), { description: ' ' })).error).toBe('model.texts-required')
        expect((await edit(admin(first), { instruction: 'x'.repeat(301) })).params).toEqual({ limit: 300 })
        expect((await edit(admin(first), { description: 'x'.repeat(501) })).params).toEqual({ limit: 500 })
        expect((await edit(admin(first), { description: 'x'.repeat(500) })).error).toBeUndefined()
        expect((await edit(admin(first), { name: 'Herz' })).error).toBeUndefined()
        expect((await call(at(), GetModel, { modelId }, admin(first))).result.model.name).toBe('Herz')
      })

      test('deletes a party’s model without deleting the other party’s model of the same run', {
        meta: { spec: 'calls.flModelInfo/delete' },
      }, async () => {
        const [first, second] = await buildModels(at())
        const remove = (who: ReturnType<typeof admin>) => call(at(), DeleteModel, { modelId: first.modelId }, who)
        expect((await remove(admin(second))).error).toBe('model.not-found')
        expect((await remove(member(first))).error).toBe('model.not-allowed')
        expect((await remove(admin(first))).error).toBeUndefined()
        expect((await remove(admin(first))).error).toBe('model.not-found')
        expect((await call(at(), GetModel, { modelId: second.modelId }, admin(second))).error).toBeUndefined()
      })
    })

    describe('the model pool', () => {
      test('accepts a model once, from its keeper, with its texts', {
        meta: { spec: ['calls.flModelInfo/listPoolModel', 'calls.flModelInfo/upload'] },
      }, async () => {
        const [first, second] = await buildModels(at())
        expect((await publish(first.modelId, admin(second))).error).toBe('model.not-found')
        expect((await publish(first.modelId, member(first))).error).toBe('model.not-allowed')
        expect((await publish(first.modelId, admin(first), { application: '' })).error).toBe('model.texts-required')
        const poolId = (await publish(first.modelId, admin(first))).result
        const { name: _poolName, ...about } = texts
        expect((await call(at(), GetModel, { modelId: first.modelId }, admin(first))).result.model).toMatchObject(about)
        const changed = { ...texts, instruction: 'Ask it twice' }
        await call(at(), UpdateModel, { modelId: poolId, ...changed }, admin(first))
        const owners = (await call(at(), GetModel, { modelId: first.modelId }, admin(first))).result.model
        expect(owners).toMatchObject({ ...about, instruction: 'Ask it twice' })
        expect((await call(at(), GetModel, { modelId: second.modelId }, admin(second))).result.model.description).toBe(
          '',
        )
        expect((await publish(first.modelId, admin(first))).error).toBe('model.already-published')
        expect((await publish(second.modelId, admin(second))).error).toBe('model.already-published')

        const tourist = { user: await buildUser(at()) }
        const pool = (await call(at(), ListPoolModels, { pageSize: 200 }, tourist)).result.records
        expect(pool.find(({ id }) => id === poolId)).toMatchObject({ name: 'Heart', isPublished: true })
        expect((await call(at(), GetModel, { modelId: poolId }, tourist)).result.abilities.download).toBe(false)
      })

      test('lets a party copy a pool model, and does not let it publish the copy', {
        meta: {
          spec: [
            'entities.model',
            'states.model-status',
            'calls.flModelInfo/download',
            'calls.flModelInfo/delete_public',
            'calls.flModelInfo/opStatus',
          ],
        },
      }, async () => {
        const [first] = await buildModels(at())
        const poolId = (await publish(first.modelId, admin(first))).result
        const other = await buildParty(at())
        const status = async (modelId: string) => (await call(at(), GetModelStatus, { modelId }, admin(other))).result
        expect(await status(poolId)).toBe(1)
        expect((await call(at(), DownloadModel, { modelId: first.modelId }, admin(other))).error).toBe(
          'model.not-found',
        )
        const copyId = (await call(at(), DownloadModel, { modelId: poolId }, admin(other))).result
        expect([await status(poolId), await status(copyId)]).toEqual([3, 3])
        // The lists of both endpoints return the same status for each model.
        const listed = async (endpoint: typeof ListMyModels | typeof ListPoolModels, party: TestParty) =>
          (await call(at(), endpoint, { pageSize: 200 }, admin(party))).result.records.map(({ id, status }) => [
            id,
            status,
          ])
        expect(await listed(ListPoolModels, other)).toContainEqual([poolId, 3])
        expect(await listed(ListPoolModels, await buildParty(at()))).toContainEqual([poolId, 1])
        expect(await listed(ListMyModels, other)).toEqual([[copyId, 3]])
        expect(await listed(ListMyModels, first)).toContainEqual([first.modelId, 6])
        expect((await call(at(), DownloadModel, { modelId: poolId }, admin(other))).error).toBe(
          'model.already-downloaded',
        )
        expect((await publish(copyId, admin(other))).error).toBe('model.copy-not-publishable')
        const detail = (await call(at(), GetModel, { modelId: poolId }, admin(other))).result
        expect(detail).toMatchObject({ downloadCount: 1, abilities: { download: false, delete: false } })

        expect((await call(at(), UnpublishModel, { modelId: poolId }, admin(other))).error).toBe('model.not-allowed')
        expect((await call(at(), UnpublishModel, { modelId: first.modelId }, admin(first))).error).toBe(
          'model.not-found',
        )
        expect((await call(at(), UnpublishModel, { modelId: poolId }, admin(first))).error).toBeUndefined()
        expect((await call(at(), GetModel, { modelId: poolId }, admin(other))).error).toBe('model.not-found')
        expect((await call(at(), GetModel, { modelId: copyId }, admin(other))).result.abilities.use).toBe(true)
        expect((await call(at(), GetModelStatus, { modelId: first.modelId }, admin(first))).result).toBe(1)
      })
    })

    describe('the file of a model', () => {
      const fetchFile = (id: string, headers: Record<string, string>) =>
        at().app.inject({ url: `${at().settings.PREFIX}${MODEL_FILE_PATH}?id=${id}`, headers })

      test('serves a zip of model and card to the model’s party', async () => {
        const [first, second] = await buildModels(at())
        const answer = await fetchFile(first.modelId, asUser(first.member, first))
        expect(answer.headers['content-type']).toBe('application/zip')
        expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
        expect(answer.rawPayload.includes('model.onnx') && answer.rawPayload.includes('card.json')).toBe(true)
        expect((await fetchFile(first.modelId, asUser(second.admin, second))).json().error).toBe('model.not-found')
        expect((await fetchFile(first.modelId, {})).statusCode).toBe(401)
      })

      test('refuses to serve a file whose hash differs from the hash in the log', async () => {
        const [first] = await buildModels(at())
        const { artifactId } = await modelOf(at(), first.modelId)
        await at().deps.files.put(`models/${artifactId}/model.onnx`, modelFile('external-initializer'))
        const answer = await fetchFile(first.modelId, asUser(first.member, first))
        expect(answer.json()).toMatchObject({ success: false, error: 'model.changed' })
        const logged = (await listPlatformLog(at().db)).find(({ data }) => data.runId === artifactId)
        expect(logged).toMatchObject({ kind: 'model.trained', data: { sha256: sha256(modelFile('classes')) } })
      })

      test('serves the file of a pool model to any party, but not to tourists', {
        meta: { spec: 'roles.tourist-download-model' },
      }, async () => {
        const [first] = await buildModels(at())
        const poolId = (await publish(first.modelId, admin(first))).result
        const other = await buildParty(at())
        expect((await fetchFile(poolId, asUser(other.member, other))).statusCode).toBe(200)
        expect((await fetchFile(poolId, asUser(await buildUser(at())))).json().error).toBe('model.not-allowed')
      })

      test('sends the file to an edge only if the edge signs the call', async () => {
        const [first] = await buildModels(at())
        for (const what of ['file', 'card']) {
          expect((await at().app.inject({ url: `/edge/models/${first.modelId}/${what}` })).statusCode).toBe(401)
        }
      })
    })

    test('stores model uses that an edge reports, only for members of the party', {
      meta: { spec: ['entities.model-detail', 'calls.flOpLog/modelOpLog'] },
    }, async () => {
      const [first, second] = await buildModels(at())
      const use = { kind: 'model-use', modelId: first.modelId, name: 'ward 3', time: new Date().toISOString() } as const
      const tell = (userId: string, partyId: string) => report(at(), partyId, { ...use, userId })
      await tell(second.admin.userId, first.partyId)
      await tell(second.admin.userId, second.partyId)
      const detail = async () => (await call(at(), GetModel, { modelId: first.modelId }, admin(first))).result
      expect((await detail()).useCount).toBe(0)
      await tell(first.member.userId, first.partyId)
      expect(await detail()).toMatchObject({ useCount: 1, users: [{ name: first.member.username }] })
      expect((await detail()).lastUseTime).toBeInstanceOf(Date)
      const uses = (await call(at(), ListModelActivity, { id: first.modelId }, admin(first))).result.records
      expect(uses).toMatchObject([{ opType: 'use', content: { jobName: 'ward 3', partyName: first.name } }])
      expect((await call(at(), ListModelActivity, { id: first.modelId }, admin(await buildParty(at())))).error).toBe(
        'model.not-found',
      )
    })

    test('explains metrics in the reader’s language', {
      meta: { spec: ['calls.flModelInfo/parameter', 'limits.metric-labels-other'] },
    }, async () => {
      const user = await buildUser(at())
      const described = (await call(at(), ListMetricDescriptions, {}, { user })).result
      expect(described.find(({ name }) => name === 'accuracy')?.description).toMatch(/^Accuracy/)
      const names = described.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([...METRIC_VARIANTS]))
      expect(new Set(described.map(({ description }) => description)).size).toBe(names.length)
    })
  },
  WITH_ALGORITHMS,
)

describeOn(
  'server',
  'many at once',
  (at) => {
    test('publishes one run’s model once if two parties publish it at the same time', async () => {
      const [first, second] = await buildModels(at())
      const tries = await Promise.all(
        [first, second].map((owner) => call(at(), PublishModel, { modelId: owner.modelId, ...texts }, admin(owner))),
      )
      expect(tries.map(({ error }) => error ?? 'published').sort()).toEqual(['model.already-published', 'published'])
    })
  },
  WITH_ALGORITHMS,
)
