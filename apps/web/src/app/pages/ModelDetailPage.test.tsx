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
import { pageWith } from '../../features/dataset/test-world.ts'
import { heartCard, heartDetail, heartModel, heartRegression } from '../../features/model/test-world.ts'
import { fakeServer, fill, logIn, on, renderPage } from '../../lib/testing.tsx'
import { ModelDetailPage } from './ModelDetailPage.tsx'

const algorithm: Algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: 'logistic-regression',
  nameCn: '逻辑回归',
  nameEn: 'Logistic regression',
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

test('shows the headline, who gained and lost by federating, and where the model errs', async () => {
  fakeServer(...around(heartDetail()))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })

  expect(await screen.findByText('84.21%')).toBeTruthy()
  expect(screen.getByText('on 40 rows not trained on')).toBeTruthy()
  expect(
    screen.getByText(/Too few scored rows to tell whether together is better; \+2.00 points on average/),
  ).toBeTruthy()
  const gains = screen.getByRole('region', { name: 'Alone and together' })
  expect(
    within(gains).getByRole('row', { name: /第二医院 −2.00 0 rows of 15 84.00% 82.00% too few rows to tell/ }),
  ).toBeTruthy()
  expect(within(gains).getByText(/A model alone is chosen by the scored rows of its party only/)).toBeTruthy()
  const matrix = screen.getByRole('region', { name: 'Confusion matrix' })
  expect(within(matrix).getByRole('row', { name: /ill 4 ?20.00% 16 ?80.00%/ })).toBeTruthy()
  expect(await screen.findByText('Bob of 第二医院 used it for “门诊筛查”.')).toBeTruthy()
})

test('the passport names the parties in the reader’s language, whatever the card calls them', async () => {
  const contributors = [{ partyId: '1001', name: 'Riverside Clinic', rowCount: 40 }]
  fakeServer(...around(heartDetail({ contributors })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  const passport = await screen.findByRole('region', { name: 'Passport' })
  expect(within(passport).getByText('Riverside Clinic')).toBeTruthy()
  expect(within(passport).getByText(/kept after round 17 of \d+, chosen by the scores shown here/)).toBeTruthy()
  expect(within(passport).queryByText('第二医院')).toBeNull()
})

test.each([
  ['en', 'Passport', 'boxes', 'the picture'],
  ['cn', '模型护照', '标注框', '图片本身'],
] as const)('a passport has words for boxes and pictures, not the columns that hold them (%s)', async (...given) => {
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
})

const showRegression = (change: Partial<ModelCard>, language: 'en' | 'cn' = 'en') => {
  fakeServer(...around(heartDetail({ card: heartCard({ regression: heartRegression(), ...change }) })))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
}

test('a regression of classes shows odds ratios with intervals, for a deviation or a unit more', async () => {
  showRegression({})
  const panel = await screen.findByRole('region', { name: 'Odds ratios' })
  expect(within(panel).getByText(/odds of “ill” against “healthy” multiply .* one standard deviation/)).toBeTruthy()
  const table = within(panel).getByRole('table', { name: 'Coefficients' })
  const rowOf = (name: RegExp) =>
    within(within(table).getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(rowOf(/^age/)).toEqual(['1.65', '1.35 to 2.01', '< 0.001', '0.500', '0.100'])
  expect(rowOf(/^sex: m \(against f\)/)).toEqual(['2.01', '1.11 to 3.67', '0.0196', '0.700', '0.300'])
  expect(rowOf(/^Intercept/)).toEqual(['–', '–', '< 0.001', '−4.50', '1.00'])
  expect(within(table).queryByRole('row', { name: /other/ })).toBeNull()

  await userEvent.click(within(panel).getByText('per unit'))
  expect(rowOf(/^age/)).toEqual(['1.05', '1.03 to 1.07', '< 0.001', '0.0500', '0.0100'])
  expect(within(panel).getByText(/one unit higher/)).toBeTruthy()
})

const lacking = (missing: ShownCount) => ({
  kind: 'table' as const,
  columns: [{ name: 'c0', column: 'age', kind: 'number' as const, missing }],
})

test.each([
  ['en', 12, 'missing values, filled in with the mean: 12 (of 160)'],
  ['cn', '<5', '缺失值以均值填充：少于 5 个（共 160 行）'],
  ['en', 0, null],
] as const)('coefficient and passport show how many missing values were filled in (%s, %s)', async (...given) => {
  const [language, missing, text] = given
  showRegression({ input: lacking(missing) }, language)
  const table = await screen.findByRole('table', { name: language === 'en' ? 'Coefficients' : '系数' })
  const passport = screen.getByRole('region', { name: language === 'en' ? 'Passport' : '模型护照' })
  if (text === null) {
    expect(screen.queryByText(/filled in/)).toBeNull()
    return
  }
  expect(within(table).getByRole('rowheader', { name: `age ${text}` })).toBeTruthy()
  expect(within(passport).getByText(new RegExp(`age.*${text.replace(/[()]/g, '.')}`))).toBeTruthy()
})

test.each([
  [
    'en',
    /^all 160 rows granted were fitted; scored by up to five folds/,
    /^All rows of all parties, each predicted by a fit/,
  ],
  ['cn', /^全部 160 行授权数据都参与拟合/, /^全部机构的所有数据行/],
] as const)('where all rows were fitted the page says how it was scored (%s)', async (language, headline, matrix) => {
  showRegression({ scoredBy: 'folds' }, language)
  expect(await screen.findByText(headline)).toBeTruthy()
  expect(screen.getByText(matrix)).toBeTruthy()
  expect(screen.queryByText(/not trained on|未参与训练/)).toBeNull()
})

test.each([
  ['en', 'Training time', '00:12:34', 'early, by 仁和医院, after 20 rounds'],
  ['cn', '训练时长', '00:12:34', '由仁和医院在 20 轮后提前结束'],
] as const)(
  'the passport shows how long the run took and who finished it early (%s)',
  async (language, term, time, early) => {
    const ending = { kind: 'finished-early', partyId: '1001', member: null, time: null } as const
    // The engine's own seconds leave out the time that a run waits.
    fakeServer(...around(heartDetail({ card: heartCard({ seconds: 61 }), ending })))
    renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language })
    const passport = await screen.findByRole('region', { name: language === 'en' ? 'Passport' : '模型护照' })
    expect(within(passport).getByText(term)).toBeTruthy()
    expect(within(passport).getByText(time)).toBeTruthy()
    expect(within(passport).getByText(early)).toBeTruthy()
  },
)

test('the passport says how many rows were fitted, and with which ridge', async () => {
  showRegression({ regression: heartRegression({ ridge: 0.001 }) })
  expect(await screen.findByText('160 rows, with a ridge of 0.001')).toBeTruthy()
})

test('a regression of a number shows effects in its unit', async () => {
  const coefficients = heartRegression().coefficients.map((line) => ({ ...line, class: null }))
  showRegression({
    output: { kind: 'number', label: 'days' },
    label: 'days',
    regression: heartRegression({ coefficients }),
  })
  const panel = await screen.findByRole('region', { name: 'Effects of the columns' })
  expect(within(panel).getByText(/By how much days changes, in its own unit/)).toBeTruthy()
  expect(within(panel).getByRole('row', { name: /^age 0.500 0.300 to 0.700 < 0.001 0.100$/ })).toBeTruthy()
})

test.each([
  [
    'en',
    'Rate ratios',
    /By how much the expected visits multiplies .* one standard deviation/,
    /The counts spread farther .* is 5\.20 instead of 1.* negative binomial regression instead/,
    /^age 1.65 1.35 to 2.01 < 0.001 0.500 0.100$/,
  ],
  [
    'cn',
    '发生率比',
    /某列增加一个标准差.*visits 的期望值变为原来的多少倍/,
    /离散程度超过泊松回归的假定.*5\.20.*请改用负二项回归/,
    /^age 1.65 1.35 至 2.01 < 0.001 0.500 0.100$/,
  ],
] as const)(
  'a regression of counts shows rate ratios, and how far the counts spread (%s)',
  async (language, title, note, spread, row) => {
    const coefficients = heartRegression().coefficients.map((line) => ({ ...line, class: null }))
    showRegression(
      {
        ...{ output: { kind: 'number', label: 'visits' }, label: 'visits' },
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

test('one class after the other of many is compared with the first', async () => {
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
  await userEvent.click(await screen.findByText('“grave” against “healthy”'))
  expect(await within(panel).findByRole('row', { name: /^age 5.00/ })).toBeTruthy()
})

test.each([
  ['en', /tell the outcome of all rows, or of some, without error: age and chol\./, /A ridge of 0\.001 was used/],
  ['cn', /以下列单独或共同能毫无误差地判断全部或部分数据的结果：age和chol。/, /使用了 0\.001 的岭惩罚/],
] as const)(
  'columns that separate the classes are named, and why there are no intervals (%s)',
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
    'left out: repeats age',
    'against m',
    /was left out, because other columns add up to it: bmi/,
    /of sex, every row/,
  ],
  ['cn', '已剔除：与 age 重复', '相对于 m', /已从拟合中剔除：bmi/, /sex 中有类别的所有行结果相同/],
] as const)(
  'an aliased column and an infinite coefficient are in the table, with their reasons (%s)',
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
  'a model of clusters shows their sizes and how tight they are (%s)',
  async (language, title, made, inertia, few) => {
    const parties = heartCard().parties.map(({ aloneMetrics: _none, ...party }) => party)
    const card = heartCard({
      ...{ label: '', output: { kind: 'clusters', label: 'cluster', clusters: 3 }, parties },
      ...{ metrics: { loss: 1.25, inertia: 50 }, clusters: { sizes: [60, '<5', '>55'], inertia: 812.5 } },
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
  [
    'en',
    'What sets each cluster apart',
    'Difference of each cluster from all rows',
    'Means and shares of each cluster',
  ],
  ['cn', '各簇的特征', '各簇与全部行的差异', '各簇的平均值与比例'],
] as const)(
  'each cluster is shown against all rows, as differences and in figures (%s)',
  async (language, title, map, figures) => {
    const other = { share: 0, shares: [0, null, 0] }
    const profile: ClusterColumn[] = [
      { name: 'age', kind: 'number', mean: 54, deviation: 8, means: [60, null, 50] },
      { name: 'flat', kind: 'number', mean: 1, deviation: 0, means: [1, null, 1] },
      {
        ...{ name: 'ward', kind: 'category', other },
        categories: [{ name: 'north', share: 0.5, shares: [0.75, null, null] }],
      },
    ]
    const card = heartCard({
      ...{ label: '', output: { kind: 'clusters', label: 'cluster', clusters: 3 } },
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

test('a model of another algorithm shows no coefficients', async () => {
  fakeServer(...around(heartDetail()))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await screen.findByRole('region', { name: 'Confusion matrix' })
  expect(screen.queryByRole('region', { name: 'Odds ratios' })).toBeNull()
})

const rate: Algorithm['parameterDescriptions'][number] = {
  ...{ name: 'learning_rate', type: 'number', default: 0.1 },
  ...{ label: { cn: '学习率', en: 'Learning rate' }, help: { cn: '', en: '' } },
}

test.each([
  ['abc123', /The same code is in the algorithm pool today/],
  ['def456', /has changed since this model was trained/],
])('the passport says whether the pool’s code %s is the model’s own', async (codeHash, sentence) => {
  fakeServer(...around(heartDetail(), { codeHash, parameterDescriptions: [rate] }))
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText(/^kept after round 17 of 20/)).toBeTruthy()
  expect(screen.getByText('Learning rate: 0.1')).toBeTruthy()
})

test('publishing needs every text and a yes to everybody seeing it', async () => {
  const { calls } = fakeServer(
    ...around(heartDetail()),
    on(PublishModel, () => 'p1'),
  )
  renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog')
  const publish = () => userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await publish()
  expect(await within(dialog).findByText(/Confirm that every party may see it/)).toBeTruthy()
  expect(within(dialog).getAllByText('This is needed.')).toHaveLength(2)

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

test('pressed twice on a slow network a model is published once', async () => {
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

test('what was typed survives a refused edit, with the error beside it', async () => {
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
  expect((await within(dialog).findByText('You may not do this with this model.')).textContent).toBeTruthy()
  expect(within(dialog).getByRole('textbox', { name: 'How to use it' })).toHaveProperty('value', 'Fill in all')
})

test('deleting an own model asks first and leads back to my models', async () => {
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

test('taking a model out of the pool asks first, by its name', async () => {
  const { calls } = fakeServer(
    ...around(poolDetail({ delete: true })),
    on(UnpublishModel, () => null),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=m1', language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Take out of the pool' }))
  const dialog = await screen.findByRole('dialog', { name: 'Take 心脏病预测 out of the pool?' })
  expect(calls.some(({ path }) => path === UnpublishModel.path)).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take out of the pool' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/modal'))
})

test('a pool model that the party has copied before leads to the copy', async () => {
  fakeServer(
    on(GetModelStatus, () => 3),
    ...around({ ...poolDetail({ download: false }), ownModelId: 'mine' }),
  )
  const { router } = renderPage(<ModelDetailPage />, { path: '/modal/modalDetail?id=p1&from=pool', language: 'en' })
  expect(await screen.findByText('In my models')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Open my copy' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: 'mine' }))
})

test('a tourist may look, but neither use, copy nor download', async () => {
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
    /^No score is known: this model was uploaded as a file/,
    ['Who contributed', 'Alone and together'],
  ],
  ['cn', '非本平台训练', /^没有已知的得分：该模型以文件形式上传/, ['贡献者', '单方与联邦']],
] as const)(
  'of a model that was not trained here the page claims nothing (%s)',
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
