import { COMPARE_PARAMETER, inputColumnsOf, type Language, type ModelCard } from '@tessera/contract'
import { GetModel, MODEL_CARD_PATH, PublishModel, UpdateModel } from '@tessera/contract/wire'
import { sha256 } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { asUser, buildParty, buildUser, call, describeOnOne, type World } from '../../testing/index.ts'
import { buildModels, modelFile, type Owner } from '../../testing/model.ts'
import { ALGORITHM, admin, buildTask, WITH_ALGORITHMS } from '../../testing/task.ts'
import { artifact, model } from '../model/index.ts'
import { trainingRun } from '../run/table.ts'
import { planHashOf } from '../task/index.ts'
import { grantNotice } from '../task/table.ts'

const share = (count: number, rows: number) => ({ count, rows, value: count / rows, low: 0.6123, high: 0.9876 })
const SCORES: NonNullable<ModelCard['scores']> = {
  rows: 114,
  metrics: {
    accuracy: { value: 0.9123, rows: 114, low: 0.8456, high: 0.9512 },
    loss: { value: 0.0821, rows: 114, low: null, high: null },
    // A score as an older engine reported it.
    brier: { value: 0.0142, rows: 114, low: -0.0077, high: 0.0361 },
  },
  classes: [
    { class: 'no', sensitivity: share(78, 80), specificity: share(31, 34), ppv: share(78, 81), npv: share(31, 33) },
    { class: 'yes', sensitivity: share(18, 21), specificity: share(78, 80), ppv: null, npv: share(78, 81) },
  ],
}

/** Builds a model of two parties with a complete card, its run, and the tickets that the run consumed. */
async function buildCard(world: World, more: Partial<ModelCard> = {}) {
  const owners = await buildModels(world, {
    scores: SCORES,
    bestRound: 2,
    metrics: { accuracy: 0.9123, loss: 0.0821, brier: 0.0142 },
    ...more,
  })
  const [row] = await world.db.select().from(model).where(eq(model.id, owners[0].modelId))
  const runId = row?.artifactId ?? ''
  const { taskId } = await buildTask(world, { given: owners, status: 'completed' })
  const plan = {
    taskId,
    algorithm: ALGORITHM,
    parameters: {},
    maxRounds: 3,
    parties: [],
    fewest: 2,
    seed: 'seed',
    data: { kind: 'table' as const, columns: [{ name: 'age', kind: 'number' as const }] },
    target: { kind: 'classes' as const, column: 'ill', classes: ['no', 'yes'], integral: false },
  }
  const planHash = planHashOf(plan, 'x') ?? ''
  const [startTime, endTime] = [new Date('2026-03-01T08:00:00Z'), new Date('2026-03-01T09:30:00Z')]
  await world.db.insert(trainingRun).values({
    id: runId,
    taskId,
    algorithmId: ALGORITHM,
    codeHash: 'x',
    plan,
    startedByUserId: '',
    parties: [],
    waitingFor: [],
    phase: 'completed',
    step: 'export',
    round: 3,
    rounds: 3,
    metrics: {},
    lastSeq: 0,
    isReleased: true,
    createTime: startTime,
    startTime,
    endTime,
  })
  const ticket = (owner: Owner, fields: Partial<typeof grantNotice.$inferInsert>) => ({
    partyId: owner.partyId,
    id: newId(),
    taskId,
    planHash,
    datasetId: '',
    rowCount: 40,
    isWithdrawn: false,
    expiryTime: endTime,
    noticeTime: startTime,
    ...fields,
  })
  await world.db.insert(grantNotice).values([
    ticket(owners[0], { number: 'aaaa1111', runId }),
    // A ticket with the same plan whose run failed.
    ticket(owners[0], { number: 'dddd4444', runId: 'another' }),
    // The edge of this ticket reports no ticket numbers.
    ticket(owners[1], { id: `bbbb2222${newId()}` }),
  ])
  return { owners, runId, planHash }
}

const fetchCard = (world: World, modelId: string, headers: Record<string, string>, language?: string) =>
  world.app.inject({
    url: `${world.settings.PREFIX}${MODEL_CARD_PATH}?${new URLSearchParams({ id: modelId, ...(language && { language }) })}`,
    headers,
  })

async function readPdf(content: Buffer) {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
  // Remove white space, because line breaks depend on the layout.
  return { totalPages, text: text.replace(/\s+/g, '') }
}

describeOnOne(
  'model cards',
  (at) => {
    const cardFor = async (owner: Owner, language?: Language, accept = 'zh-CN') => {
      const headers = { ...asUser(owner.member, owner), 'accept-language': accept }
      const answer = await fetchCard(at(), owner.modelId, headers, language)
      expect(answer.headers['content-type']).toBe('application/pdf')
      return readPdf(answer.rawPayload)
    }

    const words: [Language, string[]][] = [
      [
        'en',
        [
          ...[
            'Model card',
            'ill: no, yes; positive class: yes',
            'Logistic regression',
            '2 features: age, sex',
            'selected after round 2 of 3',
          ],
          ...[
            'Contributing parties: 64 rows of 2 parties',
            'Accuracy, this model',
            '84.56% to 95.12%',
            'Sensitivity',
            '97.50% (78 of 80)',
          ],
          ...[
            'Brier score 0.0142 no interval: too few rows, or too unevenly distributed',
            'Loss 0.0821 no interval: too few rows, or too unevenly distributed',
          ],
          // The older engine reported no difference between model and local training.
          ...['60.00% no interval: too few rows, or too unevenly distributed'],
          ...['18 of 21 (85.71%)', 'Few rows: fewer than 30 were scored of yes', 'whether a row differs from them'],
          ...['not stated by the model owner', 'this cannot be proven', 'not Python and its packages'],
        ],
      ],
      [
        'cn',
        [
          ...[
            '模型卡',
            'ill：no, yes；正类：yes',
            'Logistic regression 中文',
            '2 个特征：age, sex',
            '选用第 2 轮后的模型（共 3 轮）',
          ],
          ...['2 个机构，共 64 条样本', '准确率（本模型）', '84.56% 至 95.12%', '灵敏度', '97.50%（78 / 80）'],
          ...[
            'Brier 分数 0.0142 无区间：样本太少，或取值分布过于不均',
            '损失 0.0821 无区间：样本太少，或取值分布过于不均',
          ],
          ...['60.00% 无区间：样本太少，或取值分布过于不均'],
          ...['18 / 21（85.71%）', 'yes的评估数量不足 30', '无法判断一条样本是否与训练数据不同'],
          ...['适用范围：模型所有方尚未填写', '无法从技术上证明', '不包括 Python 及其软件包'],
        ],
      ],
    ]
    test.each(words)(
      'shows purpose, parties, scores, limits and hashes on one page (%s)',
      { meta: { spec: 'screens.model-card-pdf' } },
      async (language, expected) => {
        const { owners, runId, planHash } = await buildCard(at())
        const { totalPages, text } = await cardFor(owners[0], language)
        expect(totalPages).toBe(1)
        const { card } = (await call(at(), GetModel, { modelId: owners[0].modelId }, admin(owners[0]))).result
        const figures = [
          ...[
            card?.codeHash ?? '',
            planHash,
            sha256(modelFile('classes')),
            runId,
            '2026-03-01 08:00',
            '2026-03-01 09:30',
          ],
          ...['aaaa1111', 'bbbb2222', '91.23%', '114', '60.00%', ...owners.map(({ name }) => name)],
        ]
        for (const expectedText of [...expected, ...figures]) expect(text).toContain(expectedText.replace(/\s+/g, ''))
        expect(text).not.toContain('dddd4444')
        expect(text).not.toContain('0.0077')
      },
    )

    test.each([
      ['en', 'Not compared with models that each party trains on its own rows only'],
      ['cn', '未与各机构仅用自有样本训练的模型比较'],
    ] as const)('states that the model was not compared with local training (%s)', async (language, expectedText) => {
      const { owners } = await buildCard(at(), { parameters: { [COMPARE_PARAMETER]: false } })
      expect((await cardFor(owners[0], language)).text).toContain(expectedText.replace(/\s+/g, ''))
      const compared = await buildCard(at(), { parameters: { [COMPARE_PARAMETER]: true } })
      expect((await cardFor(compared.owners[0], language)).text).not.toContain(expectedText.replace(/\s+/g, ''))
    })

    test.each([
      ['en', 'each is scored by a fit without it (leave-one-out).'],
      ['cn', '都参与拟合；每一条都用不含该条的拟合来评分（留一法）。'],
    ] as const)(
      'states how rows were scored if all of them were used for fitting (%s)',
      async (language, expectedText) => {
        const { owners } = await buildCard(at(), { scoredBy: 'leave-one-out' })
        expect((await cardFor(owners[0], language)).text).toContain(expectedText.replace(/\s+/g, ''))
      },
    )

    test.each([
      ['en', 'The round was selected on the scored rows'],
      ['cn', '选用的轮次由评分所用的样本选出'],
    ] as const)(
      'states that the scored rows were used to select the round, unless all rows were used for fitting (%s)',
      async (language, expectedText) => {
        const { owners } = await buildCard(at(), { scores: { ...SCORES, chosen: ['round'] } })
        expect((await cardFor(owners[0], language)).text).toContain(expectedText.replace(/\s+/g, ''))
        const fitted = await buildCard(at(), { scoredBy: 'leave-one-out' })
        expect((await cardFor(fitted.owners[0], language)).text).not.toContain(expectedText.replace(/\s+/g, ''))
      },
    )

    test.each([
      ['en', 'sharpness', 'The probabilities were calibrated on the scored rows'],
      ['cn', 'sharpness', '概率由评分所用的样本校准'],
      ['en', 'shifts', 'The decision threshold of each label was selected on the scored rows'],
      ['cn', 'shifts', '每个标签的判定阈值由评分所用的样本选出'],
    ] as const)(
      'states what else the scored rows were used to select (%s, %s)',
      async (language, chosen, expectedText) => {
        const { owners, runId } = await buildCard(at())
        const [stored] = await at().db.select().from(artifact).where(eq(artifact.id, runId))
        if (!stored?.card.scores) throw new Error('no scores')
        const card = { ...stored.card, scores: { ...stored.card.scores, chosen: [chosen] } }
        await at().db.update(artifact).set({ card }).where(eq(artifact.id, runId))
        const { text } = await cardFor(owners[0], language)
        expect(text).toContain(expectedText.replace(/\s+/g, ''))
        expect(text).not.toContain((language === 'en' ? 'The round was selected' : '选用的轮次').replace(/\s+/g, ''))
      },
    )

    test('writes the card in the reader’s language, unless the request names another one', {
      meta: { spec: 'calls.flModelInfo/model_card' },
    }, async () => {
      const { owners } = await buildCard(at())
      expect((await cardFor(owners[0], undefined, 'en-GB')).text).toContain('Modelcard')
      expect((await cardFor(owners[0], undefined, 'zh-CN')).text).toContain('模型卡')
      expect((await cardFor(owners[0], 'cn', 'en-GB')).text).toContain('模型卡')
    })

    test('lists the range of the rows and the owner’s notes about the model’s use among the limits', async () => {
      const { owners, runId } = await buildCard(at())
      const [stored] = await at().db.select().from(artifact).where(eq(artifact.id, runId))
      if (!stored) throw new Error('no artifact')
      const columns = inputColumnsOf(stored.card.input).map((column) =>
        column.column === 'age'
          ? { ...column, seen: { points: [35, 50, 67.5], counts: [9, 9, 9, 9] }, missing: '<5' }
          : column,
      )
      const card = { ...stored.card, input: { kind: 'table' as const, columns } }
      await at().db.update(artifact).set({ card }).where(eq(artifact.id, runId))
      const texts = { name: 'heart', description: 'd', instruction: 'i', application: 'Adults with chest pain' }
      await call(at(), UpdateModel, { modelId: owners[0].modelId, ...texts }, admin(owners[0]))
      const { text } = await cardFor(owners[0], 'en')
      expect(text).toContain('Mosttrainingrowswerewithinage35to67.5.')
      expect(text).toContain('filledinwiththemeanoftheircolumn:age(fewerthan5).')
      expect(text).toContain('statedbythemodelowner:Adultswithchestpain')
      expect(text).not.toContain('werenotrecorded,so')
    })

    test.each([
      [
        'en',
        'Ended early, by',
        ', after round 3 of 9',
        'Introduction For wards',
        'How to use it Ask twice',
        'Duration 01:30:00',
      ],
      ['cn', '结束方式 由', '在第 3 轮（共 9 轮）后提前结束', '简介 For wards', '使用说明 Ask twice', '用时 01:30:00'],
    ] as const)(
      'shows the owner’s texts, the run’s duration and the party that finished it early (%s)',
      async (language, by, after, ...expectedText) => {
        const { owners, runId } = await buildCard(at())
        const [owner] = owners
        const endedBy = { partyId: owner.partyId, userId: owner.admin.userId, userName: 'Alice', time: null }
        await at()
          .db.update(trainingRun)
          .set({ finishesEarly: true, rounds: 9, endedBy })
          .where(eq(trainingRun.id, runId))
        const texts = { name: 'pool name', description: 'For wards', instruction: 'Ask twice', application: 'Adults' }
        await call(at(), PublishModel, { modelId: owner.modelId, ...texts }, admin(owner))
        const { totalPages, text } = await cardFor(owner, language)
        expect(totalPages).toBe(1)
        const party = language === 'en' ? owner.nameEn : owner.name
        for (const one of [...expectedText, `${by} ${party}${after}`]) expect(text).toContain(one.replace(/\s+/g, ''))
        expect(text).not.toContain('Alice')
      },
    )

    test.each(['en', 'cn'] as const)(
      'fits any content on one page, and counts what it leaves out (%s)',
      { meta: { spec: 'screens.model-card-pdf' } },
      async (language) => {
        const { owners } = await buildCard(at(), {
          columns: Array.from({ length: 400 }, (_, n) => `a_column_with_a_long_name_${n}`),
          scores: {
            ...SCORES,
            classes: Array.from({ length: 60 }, (_, n) => ({
              class: `kind ${n}`,
              sensitivity: share(8, 10),
              specificity: share(80, 90),
              ppv: share(8, 18),
              npv: share(80, 82),
            })),
          },
          parties: Array.from({ length: 80 }, (_, n) => ({
            partyId: String(n),
            name: `第${n}人民医院 Hospital number ${n}`,
            rows: 1000,
            metrics: { accuracy: 0.9 },
          })),
        })
        const { totalPages, text } = await cardFor(owners[0], language)
        expect(totalPages).toBe(1)
        expect(text).toMatch(language === 'en' ? /and\d+more/ : /另有\d+个/)
      },
    )

    test('shows how well a model of bounding boxes finds each class', async () => {
      const ap50 = { value: 0.7654, rows: 34, low: 0.61, high: 0.9, error: 0.01 }
      const catBoxes = { type: 'cat', precision: share(31, 33), recall: share(31, 34), ap50, curve: [] }
      const { owners, runId } = await buildCard(at(), {
        scores: {
          rows: 114,
          metrics: { map50: { ...ap50, rows: 114 } },
          boxes: [
            { ...catBoxes, found: 31, missed: null, falseAlarms: null },
            {
              ...catBoxes,
              type: 'dog',
              ap50: null,
              precision: null,
              recall: null,
              found: 0,
              missed: 0,
              falseAlarms: 17,
            },
          ],
        },
      })
      const [stored] = await at().db.select().from(artifact).where(eq(artifact.id, runId))
      if (!stored) throw new Error('no artifact')
      const output = { kind: 'boxes' as const, label: 'boxes', classes: ['cat', 'dog'], least: 0.05, overlap: 0.5 }
      await at()
        .db.update(artifact)
        .set({ card: { ...stored.card, label: 'boxes', output } })
        .where(eq(artifact.id, runId))
      const { text } = await cardFor(owners[0], 'en')
      for (const expectedText of [
        'objects in a picture and their positions (boxes): cat, dog',
        '76.54% 61.00% to 90.00%',
        '31 / – / –',
        '0 / 0 / 17',
      ])
        expect(text).toContain(expectedText.replace(/\s+/g, ''))
    })

    test('states on the card that the platform no longer has the run', async () => {
      const [owner] = await buildModels(at())
      const { totalPages, text } = await cardFor(owner, 'en')
      expect(totalPages).toBe(1)
      expect(text).toContain('Planhashnotrecorded')
      expect(text).toContain('Confidenceintervalsofthescoreswerenotrecorded')
    })

    test('refuses the card to readers who may not see the model', {
      meta: { spec: 'calls.flModelInfo/model_card' },
    }, async () => {
      const { owners } = await buildCard(at())
      const [{ modelId }] = owners
      const [outsider, tourist] = [await buildParty(at()), await buildUser(at())]
      const refused = [asUser(owners[1].admin, owners[1]), asUser(outsider.admin, outsider), asUser(tourist)]
      for (const headers of refused) {
        const answer = await fetchCard(at(), modelId, headers)
        expect(answer.headers['content-type']).toMatch('application/json')
        expect(answer.json().error).toBe('model.not-found')
      }
      expect((await fetchCard(at(), modelId, {})).statusCode).toBe(401)
      expect((await fetchCard(at(), 'none', asUser(owners[0].member, owners[0]))).json().error).toBe('model.not-found')

      const texts = { name: 'heart', description: 'd', instruction: 'i', application: 'a' }
      const poolId = (await call(at(), PublishModel, { modelId, ...texts }, admin(owners[0]))).result
      for (const headers of refused) expect((await fetchCard(at(), poolId, headers)).statusCode).toBe(200)
    })
  },
  WITH_ALGORITHMS,
)
