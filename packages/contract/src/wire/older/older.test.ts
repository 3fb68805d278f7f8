import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  GetInference,
  GetModel,
  ListMyTasks,
  ListPoolTasks,
  UploadZip,
  WireAlgorithm,
  WireModel,
  WireRegistration,
  WireTaskCard,
} from '../index.ts'

// Clients of the specification read these additional fields. Decoding drops them.

test('writes a parameter’s text among the parameters for older clients, and removes it when reading', {
  meta: { spec: 'entities.algorithm' },
}, () => {
  const text = { cn: '', en: '' }
  const algorithm = {
    id: 'a',
    kind: 'horizontal',
    name: { cn: '甲', en: 'A' },
    labelKinds: [],
    contentTypes: [],
    introduction: text,
    description: text,
    remark: text,
    parameterDescriptions: [],
    codeHash: '',
    useCount: 0,
    createTime: new Date(0),
    parameters: { max_iter: 10 },
    describe: { max_iter: '轮数上限' },
  } as const
  const written = z.encode(WireAlgorithm, algorithm as never) as { params: string }
  expect(JSON.parse(written.params)).toEqual({ max_iter: 10, describe: { max_iter: '轮数上限' } })
  expect(z.decode(WireAlgorithm, written).parameters).toEqual({ max_iter: 10 })
})

test('writes an algorithm’s texts in a field for each language, the description in base64, and removes them when reading', {
  meta: { spec: 'entities.algorithm' },
}, () => {
  const algorithm = {
    id: 'a',
    kind: 'horizontal',
    name: { cn: '甲', en: 'A' },
    labelKinds: [],
    contentTypes: [],
    introduction: { cn: '简介', en: 'short' },
    remark: { cn: '备注', en: 'note' },
    description: { cn: '说明：一个 é', en: 'long' },
    parameterDescriptions: [],
    codeHash: '',
    useCount: 0,
    createTime: new Date(0),
    parameters: {},
    describe: {},
  } as const
  const written = z.encode(WireAlgorithm, algorithm as never) as Record<string, string>
  expect(written).toMatchObject({
    id: 'a',
    name: 'a',
    nameCn: '甲',
    nameEn: 'A',
    introduction: '简介',
    introductionEn: 'short',
    remark: '备注',
    remarkEn: 'note',
  })
  const read = (name: string) => Buffer.from(written[name] ?? '', 'base64').toString()
  expect([read('describeBase64'), read('describeBase64En')]).toEqual(['说明：一个 é', 'long'])
  const { introduction, description, remark } = z.decode(WireAlgorithm, written)
  expect({ introduction, description, remark }).toEqual({
    introduction: algorithm.introduction,
    description: algorithm.description,
    remark: algorithm.remark,
  })
})

test('writes a registration’s id also as `registId`', { meta: { spec: 'entities.registration' } }, () => {
  const registration = {
    id: 'r1',
    taskId: 't',
    partyId: '7',
    partyName: '',
    partyAvatar: null,
    role: 'participant',
    status: 'joined',
    readiness: { data: true, environment: true },
    grant: 'signed',
    datasetId: null,
    datasetName: null,
    rowCount: 0,
    mapping: [],
    note: '',
    canShowDetail: false,
    isOnline: false,
    lastSeen: null,
    createTime: new Date(0),
    staleBecause: [],
    edgeCode: null,
    names: 'missing',
  } as const
  expect(z.encode(WireRegistration, registration as never)).toMatchObject({ id: 'r1', registId: 'r1' })
})

const inference = {
  id: 'i',
  name: '',
  description: '',
  status: 'completed',
  modelId: 'm',
  modelName: '',
  partyId: '7',
  createdBy: '',
  createTime: new Date(0),
  output: null,
  failure: null,
  abilities: { run: true, delete: true },
} as const
const column = { name: 'x', kind: 'number' }
const picture = { kind: 'pictures', name: 'x', column: 'picture', longest: 512, side: 64 } as const

test.each([
  [
    'a table',
    {
      kind: 'table',
      columns: [
        { ...column, column: 'a' },
        { ...column, column: 'b' },
      ],
    },
    '["a","b"]',
  ],
  ['pictures', picture, '[{"header_item":[64,64]}]'],
  ['nothing yet', null, '[]'],
])(
  'gives an inference task for %s its header',
  { meta: { spec: 'entities.inference-job' } },
  (_what, input, header) => {
    const answer = { inference: { ...inference, input }, result: null, type: '' }
    expect(z.encode(GetInference.output, answer as never)).toMatchObject({ flJobInference: { header } })
  },
)

test('writes the path of the file as the only line of a collection’s result, and drops the line when reading', {
  meta: { spec: 'entities.inference-job' },
}, () => {
  const result = {
    type: 'tabularCollection',
    header: ['a'],
    predictions: [],
    resultPath: 'results/i.csv',
    rowCount: 3,
    accuracy: null,
  } as const
  const answer = { inference: { ...inference, input: null }, result, type: result.type }
  const written = z.encode(GetInference.output, answer as never) as { flInferenceResultVo: object }
  expect(written.flInferenceResultVo).toMatchObject({
    header: '["a"]',
    flInferenceInfoVoList: [{ data: '{}', result: 'results/i.csv', probabilities: {} }],
  })
  expect(z.decode(GetInference.output, written as never).result).toEqual(result)
})

test('reads an empty filter as no filter', () => {
  expect(z.decode(ListPoolTasks.input, { type: '', status: '' })).toEqual({})
  expect(z.decode(ListPoolTasks.input, { type: '2', status: '3' })).toEqual({
    researchType: 'independent',
    status: 'completed',
  })
  expect(z.decode(ListMyTasks.input, { type: '' } as never).type).toBeUndefined()
  expect(z.safeDecode(ListPoolTasks.input, { status: '77' }).success).toBe(false)
})

test('writes the owner of an inference task in a list of tasks', {
  meta: { spec: 'calls.flJobRecruit/listMyJob' },
}, () => {
  const card = {
    id: 'i',
    name: '',
    description: '',
    avatar: null,
    partyId: '7',
    partyName: '',
    modelId: 'm',
    visibility: null,
    status: null,
    researchType: null,
    kind: null,
    role: 'initiator',
    createTime: new Date(0),
    partyCount: 1,
    rowCount: 0,
    contentType: null,
  } as const
  const written = (type: 'train' | 'inference') => z.encode(WireTaskCard, { ...card, type } as never)
  expect(written('inference')).toMatchObject({ type: 'INFERENCE', inferenceRole: 'GUEST', modelInfoId: 'm' })
  expect(written('train')).toMatchObject({ type: 'TRAIN', inferenceRole: null })
})

const model = {
  id: 'm',
  name: '',
  description: '',
  instruction: '',
  application: '',
  contentType: 'tabular',
  metrics: {},
  isPublished: true,
  partyId: '7',
  partyName: '',
  algorithmId: null,
  taskId: null,
  isImported: false,
  updateTime: new Date(0),
  status: 3,
} as const

test('writes the status of a model in a list of models', { meta: { spec: 'entities.model' } }, () => {
  expect(z.encode(WireModel, model as never)).toMatchObject({ status: 3, permission: '2' })
})

test.each([true, false])('states on a model’s page whether the model can be deleted: %o', (canDelete) => {
  const detail = {
    model,
    card: null,
    contributors: [],
    rowCount: 0,
    partyCount: 0,
    useCount: 0,
    downloadCount: 0,
    users: [],
    lastUseTime: null,
    importedBy: null,
    ownModelId: null,
    elapsedMs: null,
    ending: null,
    abilities: { edit: false, publish: false, delete: canDelete, download: false, use: false },
  }
  expect(z.encode(GetModel.output, detail as never)).toMatchObject({ canDelete })
})

test.each([
  [['age', 'sick'], 'age,sick'],
  [['age, in years', 'sick'], undefined],
])('writes the columns %o of a draft as a comma-separated list if the list can be read again', (columns, list) => {
  const draft = {
    draftId: 'd',
    name: 'a',
    path: '',
    tableName: 't',
    contentType: 'tabular',
    rowCount: 3,
    sizeBytes: 9,
    columns,
    columnTypes: {},
    labelColumns: [],
    report: { rowsRead: 3, rejected: [], renamed: [], notes: [] },
  }
  const written = z.encode(UploadZip.output, draft as never)
  expect(written).toMatchObject({ columnList: columns })
  expect((written as { columns?: string }).columns).toBe(list)
})
