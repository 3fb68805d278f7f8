import type { Algorithm, TaskDetail } from '@tessera/contract'
import { GetInitiatorDataset, ListAlgorithms } from '@tessera/contract/wire'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownDataset, taskDetail } from '../../../testing/task.ts'
import { fakeServer, logIn, on, renderPage } from '../../../testing/world.tsx'
import { TrainsOn } from './TrainsOn.tsx'

const text = { cn: '', en: '' }
const algorithm = (id: string, en: string, cn: string, contentTypes: Algorithm['contentTypes']): Algorithm => ({
  id,
  name: { cn, en },
  contentTypes,
  kind: 'horizontal',
  labelKinds: ['binary'],
  codeHash: 'h',
  introduction: text,
  description: text,
  remark: text,
  parameters: {},
  parameterDescriptions: [],
  useCount: 0,
  createTime: new Date(),
})
const records = [
  algorithm('lr', 'Logistic regression', '逻辑回归', ['tabular']),
  algorithm('forest', 'Random forest', '随机森林', ['tabular']),
  algorithm('texts', 'Text classes', '文本分类', ['nlp']),
]
const chosen = { algorithms: [{ id: 'texts', name: { cn: '文本分类', en: 'Text classes' } }] }

test.each([
  ['en', {}, ownDataset(), 'Data kind: Table. Suitable algorithms: Logistic regression and Random forest.'],
  ['cn', {}, ownDataset(), '训练数据类型：表格。可用算法：逻辑回归和随机森林。'],
  ['en', chosen, null, 'Data kind: Text.'],
  ['cn', chosen, ownDataset({ contentType: 'nlp' }), '训练数据类型：文本。'],
  ['en', {}, null, 'The data kind has not been chosen yet. Algorithms are available for: Table and Text.'],
  ['cn', {}, null, '数据类型尚未选定。有可用算法的类型：表格和文本。'],
  ['en', {}, ownDataset({ contentType: 'graph' }), 'Data kind: Graph. No algorithm here is suitable.'],
  ['cn', {}, ownDataset({ contentType: 'graph' }), '训练数据类型：图结构。此处没有适用的算法。'],
] as const)(
  'states before the start what the task can train on (%s)',
  { meta: { spec: 'screens.task-data-requirements' } },
  async (language, task, dataset, line) => {
    logIn()
    fakeServer(
      on(ListAlgorithms, () => ({ records, total: records.length, size: 100, current: 1, pages: 1 })),
      on(GetInitiatorDataset, () => dataset),
    )
    renderPage(<TrainsOn task={taskDetail(task as Partial<TaskDetail>)} />, { language })
    expect(await screen.findByText(line)).toBeTruthy()
  },
)
