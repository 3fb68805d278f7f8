import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_LIMITS, type ImportedDescription, type ModelDraft } from '@tessera/contract'
import {
  CreateInference,
  CreateModel,
  DiscardModelFile,
  DownloadModel,
  GetInference,
  GetModel,
  Infer,
  ListMyModels,
  ListPoolModels,
  MODEL_CARD_PATH,
  MODEL_FILE_PATH,
  PublishModel,
  UploadModelFile,
} from '@tessera/contract/wire'
import { MODEL_FILE_LIMITS } from '@tessera/inference'
import { sha256 } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test, vi } from 'vitest'
import { writeModels } from '../../../../../packages/inference/src/testing/write-models.ts'
import { listPlatformLog } from '../../lib/audit.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { asUser, buildParty, buildUser, call, describeOnOne, type TestParty, type World } from '../../testing/index.ts'
import { modelFile } from '../../testing/model.ts'
import { admin, member, WITH_ALGORITHMS } from '../../testing/task.ts'
import { forgetOldDrafts } from './import-model.ts'
import { modelDraft } from './table.ts'

const texts = { name: 'Biopsy', description: 'what it is', instruction: 'how to use it', application: 'where it fits' }
const described: ImportedDescription = {
  columns: [['age', 'chol']],
  label: 'biopsy',
  output: 'probabilities',
  reading: 'chances',
  classes: ['benign', 'malignant'],
}

let folder: string
beforeAll(async () => {
  folder = await writeModels('write_imported_models')
})
const fileOf = (name: string) => readFile(join(folder, `${name}.onnx`))

/** Uploads a file and returns the answer as sent over HTTP. */
async function send(world: World, file: Uint8Array, headers: Record<string, string>, fileName = 'biopsy.onnx') {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  const answer = await world.app.inject({
    method: 'POST',
    url: `${world.settings.PREFIX}${UploadModelFile.path}`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b', 'accept-language': 'en' },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
  })
  return answer.json() as { error?: string; params?: object; result: ModelDraft; code: number }
}

describeOnOne(
  'an imported model',
  (at) => {
    const upload = async (party: TestParty, name = 'classifier') =>
      (await send(at(), await fileOf(name), asUser(party.member, party))).result
    const create = (party: TestParty, draftId: string, more: object = {}) =>
      call(at(), CreateModel, { draftId, ...texts, described, isPublished: false, ...more }, member(party))
    const build = async (party: TestParty) => (await create(party, (await upload(party)).draftId)).result

    test('adds an imported model to the party like other models, and states that its training is unknown', {
      meta: { spec: 'screens.upload-external-model' },
    }, async () => {
      const party = await buildParty(at())
      const draft = await upload(party)
      expect(draft).toMatchObject({ fileName: 'biopsy.onnx', signature: null, classes: ['benign', 'malignant'] })
      expect(draft.inputs).toEqual([{ name: 'X', kind: 'number', width: 2 }])
      const modelId = (await create(party, draft.draftId)).result

      const { model, card, contributors, abilities, rowCount } = (
        await call(at(), GetModel, { modelId }, member(party))
      ).result
      expect(model).toMatchObject({
        ...texts,
        isImported: true,
        taskId: null,
        algorithmId: null,
        metrics: {},
        isPublished: false,
        contentType: 'tabular',
      })
      expect(abilities).toEqual({ edit: true, publish: true, delete: true, download: false, use: true })
      expect([contributors, rowCount]).toEqual([[], 0])
      const uploaded = await fileOf('classifier')
      expect(card).toMatchObject({
        label: 'biopsy',
        columns: ['age', 'chol'],
        metrics: {},
        parties: [],
        rounds: 0,
        imported: { fileName: 'biopsy.onnx', sha256: sha256(uploaded), bytes: uploaded.length },
      })
      expect(card).not.toHaveProperty('scores')
      const [listed] = (await call(at(), ListMyModels, {}, member(party))).result.records
      expect(listed).toMatchObject({ id: modelId, isImported: true })
      const logged = (await listPlatformLog(at().db)).find(({ data }) => data.modelId === modelId)
      expect(logged).toMatchObject({ kind: 'model.imported', data: { uploaded: sha256(uploaded) } })
    })

    test('lets the importing party use an imported model with a form', async () => {
      const party = await buildParty(at())
      const created = { modelId: await build(party), name: 'ward 3', description: 'patients of ward 3' }
      const inferenceId = (await call(at(), CreateInference, created, member(party))).result
      await vi.waitFor(async () => {
        const { inference } = (await call(at(), GetInference, { inferenceId }, member(party))).result
        expect([inference.status, inference.failure]).toEqual(['created', null])
      })
      const rows = [
        { age: 0, chol: 0 },
        { age: 2, chol: 1 },
      ]
      const { predictions } = (await call(at(), Infer, { inferenceId, rows }, member(party))).result
      expect(predictions.map(({ result }) => result)).toEqual(['benign', 'malignant'])
      const missing = await call(at(), Infer, { inferenceId, rows: [{ age: null, chol: 1 }] }, member(party))
      expect(missing.error).toBe('inference.no-answer')
    })

    test('lets other parties see, copy and use a published imported model', {
      meta: { spec: 'screens.upload-external-model' },
    }, async () => {
      const [party, other] = [await buildParty(at()), await buildParty(at())]
      const modelId = await build(party)
      expect((await call(at(), GetModel, { modelId }, admin(other))).error).toBe('model.not-found')
      const poolId = (await call(at(), PublishModel, { modelId, ...texts }, member(party))).result
      const pool = (await call(at(), ListPoolModels, { pageSize: 200 }, member(other))).result.records
      expect(pool.find(({ id }) => id === poolId)).toMatchObject({ isImported: true, partyId: party.partyId })
      const ownOf = async () => (await call(at(), GetModel, { modelId: poolId }, member(other))).result.ownModelId
      expect(await ownOf()).toBeNull()
      const copyId = (await call(at(), DownloadModel, { modelId: poolId }, member(other))).result
      expect(await ownOf()).toBe(copyId)
      const copy = (await call(at(), GetModel, { modelId: copyId }, member(other))).result
      expect(copy).toMatchObject({ model: { isImported: true }, abilities: { use: true, publish: false } })
      // The uploader's party stays the original party, whichever party has copied the model.
      expect([copy.importedBy, copy.model.partyName]).toEqual([party.name, other.name])
    })

    test('publishes an imported model at once if its card requests that', {
      meta: { spec: 'roles.model-upload-permission' },
    }, async () => {
      const party = await buildParty(at())
      const modelId = (await create(party, (await upload(party)).draftId, { isPublished: true })).result
      expect((await call(at(), GetModel, { modelId }, member(party))).result.abilities.publish).toBe(false)
      const pool = (await call(at(), ListPoolModels, { pageSize: 200 }, member(party))).result.records
      expect(pool.some((one) => one.partyId === party.partyId && one.isImported)).toBe(true)
    })

    test('does not change an imported file that already contains Tessera’s description', async () => {
      const party = await buildParty(at())
      const file = modelFile('texts')
      const draft = (await send(at(), file, asUser(party.member, party))).result
      expect(draft).toMatchObject({ signature: { input: { kind: 'texts' } }, inputs: [] })
      const modelId = (await create(party, draft.draftId, { described: null })).result
      const { model, card } = (await call(at(), GetModel, { modelId }, member(party))).result
      expect([model.contentType, card?.imported?.sha256]).toEqual(['nlp', sha256(file)])
      const url = `${at().settings.PREFIX}${MODEL_FILE_PATH}?id=${modelId}`
      const zip = await at().app.inject({ url, headers: asUser(party.member, party) })
      expect(zip.rawPayload.includes(file)).toBe(true)
    })

    test('lets a party download an imported model, and upload it again without a description', async () => {
      const party = await buildParty(at())
      const { draftId } = await upload(party)
      const modelId = (await create(party, draftId)).result
      const url = `${at().settings.PREFIX}${MODEL_FILE_PATH}?id=${modelId}`
      const zip = (await at().app.inject({ url, headers: asUser(party.member, party) })).rawPayload
      const file = await at().deps.files.get(`models/${draftId}/model.onnx`)
      expect(zip.includes(file)).toBe(true)
      const draft = (await send(at(), file, asUser(party.member, party), 'MODEL.ONNX')).result
      expect(draft.signature).toMatchObject({
        input: { columns: [{ column: 'age' }, { column: 'chol' }] },
        output: { kind: 'classes', label: 'biopsy' },
      })
    })

    test.each(['en', 'cn'])('makes no claims about training on an imported model’s PDF card (%s)', async (language) => {
      const party = await buildParty(at())
      const url = `${at().settings.PREFIX}${MODEL_CARD_PATH}?${new URLSearchParams({ id: await build(party), language })}`
      const { rawPayload } = await at().app.inject({ url, headers: asUser(party.member, party) })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
      const plain = text.replace(/\s+/g, '')
      const expected =
        language === 'en' ? ['Noscoresavailable', 'Nottrainedhere.Uploaded'] : ['没有得分', '非本平台训练']
      for (const words of expected) expect(plain).toContain(words)
      expect(plain).not.toMatch(/Ticket|授权书|Codehash|代码哈希/)
    })

    test.each([
      ['a zip', 'x.zip', 'classifier', 'model.import-onnx-only'],
      ['pictures without our description', 'x.onnx', 'picture', 'model.import-shape'],
      ['a fixed number of rows', 'x.onnx', 'fixed-rows', 'model.import-fixed-rows'],
      ['a forbidden operator', 'x.onnx', 'random', 'model.refused-operator'],
    ])(
      'refuses an uploaded model file at once: %s',
      { meta: { spec: 'calls.flModelInfo/uploadFile' } },
      async (_what, fileName, name, code) => {
        const party = await buildParty(at())
        const answer = await send(at(), await fileOf(name), asUser(party.member, party), fileName)
        expect(answer.error).toBe(code)
        expect(await at().db.$count(modelDraft, eq(modelDraft.partyId, party.partyId))).toBe(0)
      },
    )

    test('refuses an upload that is not an ONNX file or refers to other files', async () => {
      const party = await buildParty(at())
      const headers = asUser(party.member, party)
      expect((await send(at(), Buffer.from('hello'), headers)).error).toBe('model.import-not-onnx')
      const stealing = await send(at(), modelFile('external-initializer'), headers)
      expect(stealing).toMatchObject({ error: 'model.refused-external-data', params: { name: 'w' } })
    })

    test('refuses an upload that exceeds the size limit', async () => {
      const party = await buildParty(at())
      const { bytes } = MODEL_FILE_LIMITS
      MODEL_FILE_LIMITS.bytes = 1_000
      try {
        const answer = await send(at(), Buffer.alloc(2_000, 8), asUser(party.member, party))
        expect(answer.error).toBe('file.too-large')
      } finally {
        MODEL_FILE_LIMITS.bytes = bytes
      }
    })

    test('does not create an imported model with an incomplete or wrong card, and accepts another attempt', async () => {
      const party = await buildParty(at())
      const { draftId } = await upload(party)
      const tries: [object, string][] = [
        [{ application: ' ' }, 'model.texts-required'],
        [{ instruction: 'x'.repeat(301) }, 'model.text-too-long'],
        [{ described: null }, 'model.import-undescribed'],
        [{ described: { ...described, columns: [['age']] } }, 'model.import-columns'],
        [{ described: { ...described, classes: ['one'] } }, 'model.import-classes'],
        [{ described: { ...described, reading: 'number' } }, 'model.import-not-number'],
      ]
      for (const [more, code] of tries) expect((await create(party, draftId, more)).error).toBe(code)
      expect((await create(party, draftId)).error).toBeUndefined()
    })

    test('tests an imported model with synthetic rows', {
      meta: { spec: 'calls.flModelInfo/uploadFile' },
    }, async () => {
      const party = await buildParty(at())
      const scores = (await upload(party, 'scores')).draftId
      const named = { ...described, output: 'y', classes: ['a', 'b', 'c'] }
      expect((await create(party, scores, { described: named })).error).toBe('model.import-not-chances')
      const other = (await upload(party, 'other-shape')).draftId
      const wrong = { ...described, output: 'y', reading: 'scores' }
      expect((await create(party, other, { described: wrong })).error).toBe('model.import-not-tried')
    })

    test('lets only members import a model, only for the party for which they act', {
      meta: { spec: 'calls.flModelInfo/uploadFile' },
    }, async () => {
      const [party, other] = [await buildParty(at()), await buildParty(at())]
      const file = await fileOf('classifier')
      expect((await send(at(), file, {})).code).toBe(401)
      expect((await send(at(), file, asUser(await buildUser(at())))).error).toBe('party.required')
      expect((await send(at(), file, asUser(party.member, other))).error).toBe('party.not-member')
    })

    test('accepts the card of an uploaded file only from its uploader, and only once', {
      meta: { spec: 'calls.flModelInfo/uploadFile' },
    }, async () => {
      const [party, other] = [await buildParty(at()), await buildParty(at())]
      const { draftId } = await upload(party)
      const tryIt = async (who: ReturnType<typeof admin>) =>
        (await call(at(), CreateModel, { draftId, ...texts, described, isPublished: false }, who)).error
      for (const who of [admin(party), admin(other)]) {
        expect(await tryIt(who)).toBe('model.import-gone')
        expect((await call(at(), DiscardModelFile, { draftId }, who)).error).toBe('model.import-gone')
      }
      const both = await Promise.all([tryIt(member(party)), tryIt(member(party))])
      expect(both.map((error) => error ?? 'made').toSorted()).toEqual(['made', 'model.import-gone'])
      expect(await at().deps.files.has(`model-drafts/${draftId}.onnx`)).toBe(false)
    })

    test('stores an uploaded file for a day until its card arrives, and replaces it by a newer file of the same member', {
      meta: { spec: 'calls.flModelInfo/uploadFile' },
    }, async () => {
      const party = await buildParty(at())
      const first = await upload(party)
      const second = await upload(party)
      expect((await create(party, first.draftId)).error).toBe('model.import-gone')
      await at()
        .db.update(modelDraft)
        .set({ createTime: new Date(at().clock.now().getTime() - (IMPORT_LIMITS.draftHours + 1) * HOUR_MS) })
      await forgetOldDrafts(at().app.training.deps)
      expect((await create(party, second.draftId)).error).toBe('model.import-gone')
      for (const one of [first.draftId, second.draftId]) {
        expect(await at().deps.files.has(`model-drafts/${one}.onnx`)).toBe(false)
      }
    })
  },
  WITH_ALGORITHMS,
)
