import {
  type Algorithm,
  AppError,
  type ClusterColumn,
  type ModelCard,
  type ModelDetail,
  type ShownCount,
} from '@tessera/contract'
import {
  DeleteModel,
  GetAlgorithm,
  GetModel,
  GetModelStatus,
  ListModelActivity,
  PublishModel,
  UnpublishModel,
  UpdateModel,
} from '@tessera/contract/wire'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { pageWith } from '../../testing/dataset.ts'
import { heartCard, heartDetail, heartModel, heartRegression } from '../../testing/model.ts'
import { fakeServer, fill, logIn, on, renderPage } from '../../testing/world.tsx'
import { ModelDetailPage } from './ModelDetailPage.tsx'

const algorithm: Algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: { cn: '', en: '' },
  description: { cn: '', en: '' },
  remark: { cn: '', en: '' },
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  parameterDescriptions: [],
  codeHash: 'abc123',
  useCount: 1,
  createTime: new Date('2026-01-01T00:00:00Z'),
}
const activity = on(ListModelActivity, () =>
  pageWith({
    content: { partyName: '第二医院', userName: 'Bob', missionName: '门诊筛查' },
    createdBy: 'bob',
    createTime: new Date('2026-01-07T08:00:00Z'),
    opType: 'use',
  }),
)
const around = (detail: ModelDetail, change: Partial<Algorithm> = {}) => [
  on(GetModel, () => detail),
  on(GetAlgorithm, () => ({ ...algorithm, ...change })),
  activity,
  on(GetModelStatus, () => 1),
]
const poolDetail = (abilities: Partial<ModelDetail['abilities']> = {}) =>
  heartDetail({
    model: heartModel({ isPublished: true, partyId: '1002', partyName: '第二医院' }),
    abilities: { edit: false, publish: false, delete: false, download: true, use: false, ...abilities },
  })

beforeEach(() => logIn())

/** Scores on rows that also determined which round's model was selected. */
const CHOSEN: NonNullable<ModelCard['scores']> = { rows: 40, metrics: {}, chosen: ['round'] }

test('shows a model’s headline score, the gain or loss of each party, and the confusion matrix', {
  meta: { spec: 'screens.model-detail' },
}, async () => {
  fakeServer(...around(heartDetail({ card: heartCard({ scores: CHOSEN }) })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })

  expect(await screen.findByText('84.21%')).toBeTruthy()
  expect(screen.getByText('on 40 rows in the validation split')).toBeTruthy()
  expect(
    screen.getByText(
      /Too few rows were scored to conclude whether training together is better; the mean gain is \+2.00 points/,
    ),
  ).toBeTruthy()
  const gains = screen.getByRole('region', { name: 'Alone and together' })
  expect(
    within(gains).getByRole('row', { name: /第二医院 −2.00 0 rows of 15 84.00% 82.00% too few rows for a conclusion/ }),
  ).toBeTruthy()
  expect(within(gains).getByText(/A party’s own model is selected on the scored rows of that party only/)).toBeTruthy()
  const matrix = screen.getByRole('region', { name: 'Confusion matrix' })
  expect(within(matrix).getByRole('row', { name: /ill 4 ?20.00% 16 ?80.00%/ })).toBeTruthy()
  expect(await screen.findByText('Bob of 第二医院 used it for “门诊筛查”.')).toBeTruthy()
})

test('names the parties in the model’s passport in the user’s language, unlike the model card', async () => {
  const contributors = [{ partyId: '1001', name: 'Riverside Clinic', rowCount: 40 }]
  fakeServer(...around(heartDetail({ contributors, card: heartCard({ scores: CHOSEN }) })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  const passport = await screen.findByRole('region', { name: 'Model passport' })
  expect(within(passport).getByText('Riverside Clinic')).toBeTruthy()
  expect(within(passport).getByText(/selected after round 17 of \d+, by the scores shown here/)).toBeTruthy()
  expect(within(passport).queryByText('第二医院')).toBeNull()
})

test.each([
  ['en', 'Model passport', 'boxes', 'the picture'],
  ['cn', '训练溯源', '标注框', '图片本身'],
] as const)(
  'names the input of a model for boxes or pictures by its kind, not by its column (%s)',
  async (...given) => {
    const [language, title, boxes, picture] = given
    const output = { kind: 'boxes' as const, label: 'boxes', classes: ['fruit'], least: 0.1, overlap: 0.5 }
    const input = { kind: 'pictures' as const, name: 'pictures', column: 'file', longest: 640, side: 64 }
    const card = heartCard({ label: 'boxes', columns: ['file'], input, output })
    fakeServer(...around(heartDetail({ card })))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
    const passport = await screen.findByRole('region', { name: title })
    expect(within(passport).getByText(boxes)).toBeTruthy()
    expect(within(passport).getByText(picture)).toBeTruthy()
    expect(within(passport).queryByText('file')).toBeNull()
  },
)

const showRegression = (change: Partial<ModelCard>, language: 'en' | 'cn' = 'en') => {
  fakeServer(...around(heartDetail({ card: heartCard({ regression: heartRegression(), ...change }) })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
}

test('shows odds ratios with intervals, per standard deviation or per unit', async () => {
  showRegression({})
  const panel = await screen.findByRole('region', { name: 'Odds ratios' })
  expect(within(panel).getByText(/odds of “ill” vs. “healthy” change .* one standard deviation/)).toBeTruthy()
  const table = within(panel).getByRole('table', { name: 'Coefficients' })
  const rowOf = (name: RegExp) =>
    within(within(table).getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(rowOf(/^age/)).toEqual(['1.65', '1.35 to 2.01', '< 0.001', '0.500', '0.100'])
  expect(rowOf(/^sex: m \(reference: f\)/)).toEqual(['2.01', '1.11 to 3.67', '0.0196', '0.700', '0.300'])
  expect(rowOf(/^Intercept/)).toEqual(['–', '–', '< 0.001', '−4.50', '1.00'])
  expect(within(table).queryByRole('row', { name: /other/ })).toBeNull()

  await userEvent.click(within(panel).getByText('per unit'))
  expect(rowOf(/^age/)).toEqual(['1.05', '1.03 to 1.07', '< 0.001', '0.0500', '0.0100'])
  expect(within(panel).getByText(/increases by one unit/)).toBeTruthy()
})

const lacking = (missing: ShownCount) => ({
  kind: 'table' as const,
  columns: [{ name: 'c0', column: 'age', kind: 'number' as const, missing }],
})

test.each([
  ['en', 12, 'missing values, replaced with the mean: 12 (of 160)'],
  ['cn', '<5', '缺失值以均值填充：少于 5 个（共 160 条样本）'],
  ['en', 0, null],
] as const)(
  'shows how many missing values were replaced, beside the coefficient and in the passport (%s, %s)',
  async (...given) => {
    const [language, missing, text] = given
    showRegression({ input: lacking(missing) }, language)
    const table = await screen.findByRole('table', { name: language === 'en' ? 'Coefficients' : '系数' })
    const passport = screen.getByRole('region', { name: language === 'en' ? 'Model passport' : '训练溯源' })
    if (text === null) {
      expect(screen.queryByText(/filled in/)).toBeNull()
      return
    }
    expect(within(table).getByRole('rowheader', { name: `age ${text}` })).toBeTruthy()
    expect(within(passport).getByText(new RegExp(`age.*${text.replace(/[()]/g, '.')}`))).toBeTruthy()
  },
)

test.each([
  ['en', /^all 160 rows granted were used for the fit; each is scored by a fit without it/],
  ['cn', /^全部授权数据（160 条样本）都参与拟合；每一条都用不含该条的拟合来评分/],
] as const)('explains leave-one-out scoring if the model was fitted to all rows (%s)', async (language, headline) => {
  const matrix = { en: /^All rows of all parties, each predicted by a fit without it/, cn: /^全部机构的所有样本/ }[
    language
  ]
  showRegression({ scoredBy: 'leave-one-out' }, language)
  expect(await screen.findByText(headline)).toBeTruthy()
  expect(screen.getByText(matrix)).toBeTruthy()
  expect(screen.queryByText(/validation|验证集/)).toBeNull()
})

test.each([
  ['en', 'Training time', '00:12:34', 'early, by 仁和医院, after 20 rounds'],
  ['cn', '训练时长', '00:12:34', '由仁和医院在 20 轮后提前结束'],
] as const)(
  'shows in the passport the duration of the run and the party that finished it early (%s)',
  async (language, term, time, early) => {
    const ending = { kind: 'finished-early', partyId: '1001', member: null, time: null } as const
    // The engine's number of seconds excludes the time that a run waits.
    fakeServer(...around(heartDetail({ card: heartCard({ seconds: 61 }), ending })))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
    const passport = await screen.findByRole('region', { name: language === 'en' ? 'Model passport' : '训练溯源' })
    expect(within(passport).getByText(term)).toBeTruthy()
    expect(within(passport).getByText(time)).toBeTruthy()
    expect(within(passport).getByText(early)).toBeTruthy()
  },
)

test('shows the number of fitted rows and the ridge penalty in the passport', async () => {
  showRegression({ regression: heartRegression({ ridge: 0.001 }) })
  expect(await screen.findByText('160 rows, with a ridge penalty of 0.001')).toBeTruthy()
})

test('shows the effects of a regression in the unit of the label', async () => {
  const coefficients = heartRegression().coefficients.map((line) => ({ ...line, class: null }))
  showRegression({
    output: { kind: 'number', label: 'days' },
    label: 'days',
    regression: heartRegression({ coefficients }),
  })
  const panel = await screen.findByRole('region', { name: 'Effects of the features' })
  expect(within(panel).getByText(/Change of days, in its own unit/)).toBeTruthy()
  expect(within(panel).getByRole('row', { name: /^age 0.500 0.300 to 0.700 < 0.001 0.100$/ })).toBeTruthy()
})

test.each([
  [
    'en',
    'Rate ratios',
    /Factor by which the expected visits changes .* one standard deviation/,
    /^Overdispersion: .* is 5\.20, while Poisson regression assumes 1.* negative binomial regression instead/,
    /^age 1.65 1.35 to 2.01 < 0.001 0.500 0.100$/,
  ],
  [
    'cn',
    '发生率比',
    /某特征增加一个标准差.*visits 的期望值变为原来的多少倍/,
    /存在过度离散.*5\.20.*请改用负二项回归/,
    /^age 1.65 1.35 至 2.01 < 0.001 0.500 0.100$/,
  ],
] as const)(
  'shows rate ratios and the dispersion of a regression of counts (%s)',
  async (language, title, note, spread, row) => {
    const coefficients = heartRegression().coefficients.map((line) => ({ ...line, class: null }))
    showRegression(
      {
        output: { kind: 'number', label: 'visits' },
        label: 'visits',
        regression: heartRegression({ coefficients, counts: { pearson: 5.2 } }),
      },
      language,
    )
    const panel = await screen.findByRole('region', { name: title })
    expect(within(panel).getByText(note)).toBeTruthy()
    expect(within(panel).getByText(spread)).toBeTruthy()
    expect(within(panel).getByRole('row', { name: row })).toBeTruthy()
    expect(within(panel).getByRole('columnheader', { name: title.replace(/s$/, '') })).toBeTruthy()
  },
)

test('compares each of several classes with the first class', async () => {
  const line = { column: 'age', category: null }
  showRegression({
    output: { kind: 'classes', label: 'diagnosis', classes: ['healthy', 'mild', 'grave'] },
    regression: heartRegression({
      coefficients: [
        { ...line, class: 'mild', estimate: Math.log(2) },
        { ...line, class: 'grave', estimate: Math.log(5) },
      ],
    }),
  })
  const panel = await screen.findByRole('region', { name: 'Odds ratios' })
  expect(within(panel).getByRole('row', { name: /^age 2.00/ })).toBeTruthy()
  await userEvent.click(within(panel).getByRole('combobox', { name: 'Class' }))
  await userEvent.click(await screen.findByText('“grave” vs. “healthy”'))
  expect(await within(panel).findByRole('row', { name: /^age 5.00/ })).toBeTruthy()
})

test.each([
  [
    'en',
    /separate the outcomes of all rows or of some rows perfectly: age and chol\./,
    /a ridge penalty of 0\.001 was applied/,
  ],
  ['cn', /以下特征（单独或组合）能完全分离全部或部分样本的结果：age和chol。/, /L2 正则化（岭回归，强度 0\.001）/],
] as const)(
  'names columns that separate the classes, and explains the missing intervals (%s)',
  async (language, columns, ridge) => {
    const coefficients = [{ column: 'age', category: null, class: 'ill', deviation: 10, estimate: 0.05 }]
    const regression = heartRegression({ separated: ['age', 'chol'], ridge: 0.001, coefficients })
    showRegression({ regression, parameters: { l2: 0 } }, language)
    expect(await screen.findByText(columns)).toBeTruthy()
    expect(screen.getByText(ridge)).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: /95 % interval|95% 置信区间/ })).toBeNull()
    expect(screen.getByRole('row', { name: /^age 1\.65 0\.500$/ })).toBeTruthy()
  },
)

test.each([
  [
    'en',
    'dropped: collinear with age',
    'reference: m',
    /was dropped because it is a linear combination of other features: bmi/,
    /of sex, all rows/,
  ],
  ['cn', '已剔除：与 age 共线', '参照 m', /已从拟合中剔除：bmi/, /sex 的某一类别中，所有样本的结果相同/],
] as const)(
  'lists an aliased column and an infinite coefficient in the table, with reasons (%s)',
  async (language, aliased, against, leftOut, infinite) => {
    const coefficients = [
      ...heartRegression().coefficients.slice(0, 2),
      { column: 'bmi', category: null, class: 'ill', deviation: 3, estimate: null, aliased: ['age'] },
      { column: 'sex', category: 'f', class: 'ill', estimate: null, infinite: -1 as const, reference: 'm' },
    ]
    showRegression({ regression: heartRegression({ collinear: ['bmi'], coefficients }) }, language)
    expect(await screen.findByText(leftOut)).toBeTruthy()
    expect(screen.getByText(infinite)).toBeTruthy()
    const table = screen.getByRole('table', { name: /^(Coefficients|系数)$/ })
    expect(within(table).getByRole('row', { name: new RegExp(`^bmi ${aliased} – – – –$`) })).toBeTruthy()
    expect(within(table).getByRole('row', { name: new RegExp(`${against}\\S? 0 – – −∞ –$`) })).toBeTruthy()
  },
)

test.each([
  ['en', 'Clusters', '3 clusters', 'Inertia', 'fewer than 5'],
  ['cn', '各簇', '3 个簇', '簇内平方和', '少于 5'],
] as const)(
  'shows the sizes and the inertia of clusters (%s)',
  { meta: { spec: 'screens.result-without-model' } },
  async (language, title, made, inertia, few) => {
    const parties = heartCard().parties.map(({ aloneMetrics: _none, ...party }) => party)
    const card = heartCard({
      label: '',
      output: { kind: 'clusters', label: 'cluster', clusters: 3 },
      parties,
      metrics: { loss: 1.25, inertia: 50 },
      clusters: { sizes: [60, '<5', '>55'], inertia: 812.5, profile: [] },
    })
    const { confusion: _of_classes, ...rest } = card
    fakeServer(...around(heartDetail({ card: rest })))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })

    const panel = await screen.findByRole('region', { name: title })
    const rows = within(panel).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      '060',
      `1${few}`,
      expect.stringMatching(/^2(more than|多于) 55$/),
    ])
    expect(within(panel).getByText('812.5')).toBeTruthy()
    expect(screen.getByText(inertia).closest('.t-soft')?.textContent).toBe(`${inertia} · ${made}`)
    expect(screen.getByText('50')).toBeTruthy()
    expect(screen.queryByRole('region', { name: /Alone and together|单方与联邦/ })).toBeNull()
  },
)

test.each([
  ['en', 'Cluster profiles', 'Difference of each cluster from all rows', 'Means and shares of each cluster'],
  ['cn', '各簇的特征', '各簇与全部样本的差异', '各簇的平均值与比例'],
] as const)(
  'compares each cluster with all rows, as differences and as figures (%s)',
  { meta: { spec: 'screens.result-without-model' } },
  async (language, title, map, figures) => {
    const other = { share: 0, shares: [0, null, 0] }
    const profile: ClusterColumn[] = [
      { name: 'age', kind: 'number', mean: 54, deviation: 8, means: [60, null, 50] },
      { name: 'flat', kind: 'number', mean: 1, deviation: 0, means: [1, null, 1] },
      {
        name: 'ward',
        kind: 'category',
        other,
        categories: [{ name: 'north', share: 0.5, shares: [0.75, null, null] }],
      },
    ]
    const card = heartCard({
      label: '',
      output: { kind: 'clusters', label: 'cluster', clusters: 3 },
      clusters: { sizes: [60, '<5', 55], inertia: 812.5, profile },
    })
    fakeServer(...around(heartDetail({ card })))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
    const panel = await screen.findByRole('region', { name: title })
    const rowsIn = (name: string) =>
      within(within(panel).getByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent))
    const ward = language === 'en' ? 'ward: north' : 'ward：north'
    expect(rowsIn(map)).toEqual([
      ['age', '+0.75', '–', '−0.50'],
      ['flat', '–', '–', '–'],
      [ward, '+0.50', '–', '–'],
    ])
    expect(rowsIn(figures)).toEqual([
      ['age', '54.00', '60.00', '–', '50.00'],
      ['flat', '1', '1', '–', '1'],
      [ward, '50.00%', '75.00%', '–', '–'],
    ])
  },
)

test('shows no coefficients if the algorithm reports none', async () => {
  fakeServer(...around(heartDetail()))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await screen.findByRole('region', { name: 'Confusion matrix' })
  expect(screen.queryByRole('region', { name: 'Odds ratios' })).toBeNull()
})

const rate: Algorithm['parameterDescriptions'][number] = {
  name: 'learning_rate',
  type: 'number',
  default: 0.1,
  label: { cn: '学习率', en: 'Learning rate' },
  help: { cn: '', en: '' },
}

test.each([
  ['abc123', /Matches the current code in the algorithm pool/],
  ['def456', /has changed since this model was trained/],
])('states in the passport whether the pool’s code %s equals the code of the model', async (codeHash, sentence) => {
  fakeServer(...around(heartDetail(), { codeHash, parameterDescriptions: [rate] }))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText(/^selected after round 17 of 20/)).toBeTruthy()
  expect(screen.getByText('Learning rate: 0.1')).toBeTruthy()
})

test('requires all texts, and consent to public visibility, before a model is published', {
  meta: { spec: ['screens.edit-publish-model', 'validation.model-publish-fields'] },
}, async () => {
  const { calls } = fakeServer(
    ...around(heartDetail()),
    on(PublishModel, () => 'p1'),
  )
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog')
  const publish = () => userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await publish()
  expect(await within(dialog).findByText(/Confirm that every party can see the model/)).toBeTruthy()
  expect(within(dialog).getAllByText('This field is required.')).toHaveLength(2)

  await fill(within(dialog).getByRole('textbox', { name: 'How to use it' }), 'Fill in all')
  await fill(within(dialog).getByRole('textbox', { name: 'Where it applies' }), 'Adults')
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await publish()
  await waitFor(() => expect(calls.some(({ path }) => path === PublishModel.path)).toBe(true))
  expect(calls.find(({ path }) => path === PublishModel.path)?.input).toMatchObject({
    modelId: 'm1',
    name: '心脏病预测',
    instruction: 'Fill in all',
    application: 'Adults',
  })
})

test('publishes a model only once if the button is clicked twice on a slow network', async () => {
  let answer = (_modelId: string) => {}
  const { calls } = fakeServer(
    ...around(heartDetail()),
    on(PublishModel, () => new Promise((resolve) => (answer = resolve))),
  )
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog')
  await fill(within(dialog).getByRole('textbox', { name: 'How to use it' }), 'Fill in all')
  await fill(within(dialog).getByRole('textbox', { name: 'Where it applies' }), 'Adults')
  await userEvent.click(within(dialog).getByRole('checkbox'))
  const button = within(dialog).getByRole('button', { name: 'Publish' })
  await userEvent.dblClick(button)
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(true))
  await userEvent.click(button)
  answer('p1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ path }) => path === PublishModel.path)).toHaveLength(1)
})

test('shows the error of a refused edit and keeps the input', {
  meta: { spec: 'screens.edit-publish-model' },
}, async () => {
  fakeServer(
    ...around(heartDetail()),
    on(UpdateModel, () => {
      throw new AppError('model.not-allowed')
    }),
  )
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog')
  await fill(within(dialog).getByRole('textbox', { name: 'How to use it' }), 'Fill in all')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(
    (await within(dialog).findByText('You do not have permission to do this with this model.')).textContent,
  ).toBeTruthy()
  expect(within(dialog).getByRole('textbox', { name: 'How to use it' })).toHaveProperty('value', 'Fill in all')
})

test('asks for confirmation before deleting an own model, then returns to my models', {
  meta: { spec: ['validation.delete-confirmation', 'errors.success-model-actions'] },
}, async () => {
  const { calls } = fakeServer(
    ...around(heartDetail()),
    on(DeleteModel, () => null),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(calls.some(({ path }) => path === DeleteModel.path)).toBe(false)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mymodal'))
})

test('asks for confirmation, with the model’s name, before a model is removed from the pool', async () => {
  const { calls } = fakeServer(
    ...around(poolDetail({ delete: true })),
    on(UnpublishModel, () => null),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from pool' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove 心脏病预测 from the pool?' })
  expect(calls.some(({ path }) => path === UnpublishModel.path)).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove from pool' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/modal'))
})

test('links a pool model to the copy that the party already has', async () => {
  fakeServer(
    on(GetModelStatus, () => 3),
    ...around({ ...poolDetail({ download: false }), ownModelId: 'mine' }),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  expect(await screen.findByText('In my models')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Open copy' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: 'mine' }))
})

test('lets a guest view a model, but neither use nor copy nor download it', {
  meta: { spec: 'roles.tourist-download-model' },
}, async () => {
  logIn({ party: null })
  fakeServer(...around(poolDetail({ download: false })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool' })
  expect(await screen.findByText('84.21%')).toBeTruthy()
  for (const name of ['使用模型', '开始预测', '下载', '复制到我的模型'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('link', { name: '加入或创建机构' })).toBeTruthy()
})

test.each([
  [
    'en',
    'Not trained here',
    /^No scores are available because this model was uploaded as a file/,
    ['Contributing parties', 'Alone and together'],
  ],
  ['cn', '非本平台训练', /^该模型以文件形式上传，因此没有得分/, ['贡献者', '单方与联邦']],
] as const)(
  'shows no scores and no contributors for an imported model (%s)',
  { meta: { spec: 'screens.upload-external-model' } },
  async (language, tag, note, absent) => {
    const imported = { fileName: 'biopsy.onnx', sha256: 'f00d', bytes: 335, partyId: '1002' }
    const { confusion: _confusion, bestRound: _best, parameters: _parameters, ...card } = heartCard()
    const detail = heartDetail({
      model: heartModel({ isImported: true, taskId: null, algorithmId: null, metrics: {} }),
      card: { ...card, algorithm: '', codeHash: '', metrics: {}, parties: [], rounds: 0, imported },
      importedBy: '第二医院',
      contributors: [],
      rowCount: 0,
    })
    fakeServer(...around(detail))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
    expect(await screen.findAllByText(tag)).toHaveLength(2)
    expect(screen.getByText(note)).toBeTruthy()
    for (const fact of ['biopsy.onnx', 'f00d', 'chol', '第二医院']) expect(screen.getByText(fact)).toBeTruthy()
    for (const name of absent) expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.queryByText(/%|Code hash|代码哈希/)).toBeNull()
  },
)
