import { METRIC_VARIANTS, phrase } from '@tessera/contract'
import {
  CreateInference,
  DeleteModel,
  DownloadModel,
  GetInference,
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
import { eq, inArray, isNull } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
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
import { admin, member, WITH_ALGORITHMS } from '../task/test-world.ts'
import { checkShelf } from './check-shelf.ts'
import { artifact, model } from './table.ts'
import { buildModels, modelFile, type Owner } from './test-world.ts'

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

    describe('own ones', () => {
      test('are seen by their party’s members, listed for their keeper and administrators, unknown to others', async () => {
        const [first, second] = await buildModels(at())
        const { modelId } = first
        expect((await call(at(), GetModel, { modelId }, admin(first))).result).toMatchObject({
          ...{ rowCount: 64, partyCount: 2, useCount: 0, downloadCount: 0 },
          abilities: { edit: true, publish: true, delete: true, use: true, download: false },
          card: {
            input: { columns: [{ column: 'age' }, { column: 'sex', categories: ['f', 'm'] }] },
            output: { label: 'ill' },
          },
        })
        expect((await call(at(), GetModel, { modelId }, member(first))).result.abilities).toMatchObject({
          ...{ edit: false, publish: false, use: true },
        })
        expect((await call(at(), ListMyModels, {}, member(first))).result.records).toEqual([])
        for (const who of [admin(second), { user: await buildUser(at()) }]) {
          expect((await call(at(), GetModel, { modelId }, who)).error).toBe('model.not-found')
        }
      })

      test('tell what a regression found out about the columns; those of other algorithms have nothing of it', async () => {
        const line = { column: 'age', category: null, class: 'yes', deviation: 9.5, estimate: 0.2 }
        const regression = {
          ...{ constant: [], collinear: [], separated: [], ridge: 0, converged: true, rows: 64 },
          coefficients: [{ ...line, error: 0.05, low: 0.1, high: 0.3, p: 0.00006 }],
        }
        const [{ modelId, ...keeper }] = await buildModels(at(), { regression, scoredBy: 'folds' })
        const cardOf = async (id: string, who: ReturnType<typeof admin>) =>
          (await call(at(), GetModel, { modelId: id }, who)).result.card
        expect(await cardOf(modelId, admin(keeper))).toMatchObject({ regression, scoredBy: 'folds' })

        const [other] = await buildModels(at())
        expect(await cardOf(other.modelId, admin(other))).not.toHaveProperty('regression')
      })

      test('are changed by their keeper only', async () => {
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

      test('are deleted without taking the other party’s', async () => {
        const [first, second] = await buildModels(at())
        const remove = (who: ReturnType<typeof admin>) => call(at(), DeleteModel, { modelId: first.modelId }, who)
        expect((await remove(admin(second))).error).toBe('model.not-found')
        expect((await remove(member(first))).error).toBe('model.not-allowed')
        expect((await remove(admin(first))).error).toBeUndefined()
        expect((await remove(admin(first))).error).toBe('model.not-found')
        expect((await call(at(), GetModel, { modelId: second.modelId }, admin(second))).error).toBeUndefined()
      })
    })

    describe('the pool', () => {
      test('takes a model once, from its keeper, with its texts', async () => {
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

      test('gives copies, which stay with their party', async () => {
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
        // Lists say the same of each.
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

    describe('the file', () => {
      const fetchFile = (id: string, headers: Record<string, string>) =>
        at().app.inject({ url: `${at().settings.PREFIX}${MODEL_FILE_PATH}?id=${id}`, headers })

      test('is a zip of model and card, for its party', async () => {
        const [first, second] = await buildModels(at())
        const answer = await fetchFile(first.modelId, asUser(first.member, first))
        expect(answer.headers['content-type']).toBe('application/zip')
        expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
        expect(answer.rawPayload.includes('model.onnx') && answer.rawPayload.includes('card.json')).toBe(true)
        expect((await fetchFile(first.modelId, asUser(second.admin, second))).json().error).toBe('model.not-found')
        expect((await fetchFile(first.modelId, {})).statusCode).toBe(401)
      })

      test('is refused once it is not the one that was logged', async () => {
        const [first] = await buildModels(at())
        const { artifactId } = await modelOf(at(), first.modelId)
        await at().deps.files.put(`models/${artifactId}/model.onnx`, modelFile('external-initializer'))
        const answer = await fetchFile(first.modelId, asUser(first.member, first))
        expect(answer.json()).toMatchObject({ success: false, error: 'model.changed' })
        const logged = (await listPlatformLog(at().db)).find(({ data }) => data.runId === artifactId)
        expect(logged).toMatchObject({ kind: 'model.trained', data: { sha256: sha256(modelFile('classes')) } })
      })

      test('of the pool is for any party, not for tourists', async () => {
        const [first] = await buildModels(at())
        const poolId = (await publish(first.modelId, admin(first))).result
        const other = await buildParty(at())
        expect((await fetchFile(poolId, asUser(other.member, other))).statusCode).toBe(200)
        expect((await fetchFile(poolId, asUser(await buildUser(at())))).json().error).toBe('model.not-allowed')
      })

      test('goes to edges by their own signature only', async () => {
        const [first] = await buildModels(at())
        for (const what of ['file', 'card']) {
          expect((await at().app.inject({ url: `/edge/models/${first.modelId}/${what}` })).statusCode).toBe(401)
        }
      })
    })

    test('models of before are checked once, at a start; a bad one stops nothing but its use', async () => {
      const built = await Promise.all([1, 2, 3, 4].map(() => buildModels(at())))
      const owners = built.map(([owner]) => owner)
      const ids = await Promise.all(owners.map(async ({ modelId }) => (await modelOf(at(), modelId)).artifactId))
      const put = (id: string | undefined) =>
        at().deps.files.put(`models/${id}/model.onnx`, modelFile('external-initializer'))
      await Promise.all([put(ids[1]), put(ids[2])])
      // As an earlier version left them: one with a bad file that is the one it logged.
      await at()
        .db.update(artifact)
        .set({ checkTime: null })
        .where(inArray(artifact.id, ids.slice(0, 3) as string[]))
      const ofStealing = { sha256: sha256(modelFile('external-initializer')) }
      await at()
        .db.update(artifact)
        .set(ofStealing)
        .where(eq(artifact.id, ids[2] as string))

      for (let start = 0; start < 2; start += 1) {
        const stop = checkShelf(at().app.training.deps)
        await vi.waitFor(async () => {
          const left = await at().db.$count(artifact, isNull(artifact.checkTime))
          expect(left).toBe(0)
        }, 30_000)
        await stop()
      }
      const log = await listPlatformLog(at().db)
      const found = ids.map((id) =>
        log
          .filter(({ kind, data }) => data.runId === id && kind !== 'model.trained')
          .map(({ kind, data }) => [kind, data.because]),
      )
      expect(found).toEqual([
        [['model.checked', undefined]],
        [['model.refused', 'model.changed']],
        [['model.refused', 'model.refused-external-data']],
        [],
      ])
      const texts = { name: 'ward 3', description: 'patients of ward 3' }
      const create = (owner: Owner) => call(at(), CreateInference, { modelId: owner.modelId, ...texts }, admin(owner))
      const failureOf = async (owner: Owner) => {
        const inferenceId = (await create(owner)).result
        return (await call(at(), GetInference, { inferenceId }, admin(owner))).result.inference.failure
      }
      // As after a start: all have the same file, and a process that has it needs no other.
      await at().app.training.deps.shelf.close()
      const failures: (string | null)[] = []
      for (const owner of owners.toReversed().slice(1)) failures.push(await failureOf(owner))
      expect(failures).toEqual([
        phrase('en', 'model.refused-external-data', { name: 'w' }),
        phrase('en', 'model.changed'),
        null,
      ])
    })

    test('an edge tells of use; nobody’s name but a member’s', async () => {
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

    test('metrics are explained in the reader’s language', async () => {
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
    test('two parties publish the same run’s model: the pool has it once', async () => {
      const [first, second] = await buildModels(at())
      const tries = await Promise.all(
        [first, second].map((owner) => call(at(), PublishModel, { modelId: owner.modelId, ...texts }, admin(owner))),
      )
      expect(tries.map(({ error }) => error ?? 'published').sort()).toEqual(['model.already-published', 'published'])
    })
  },
  WITH_ALGORITHMS,
)
