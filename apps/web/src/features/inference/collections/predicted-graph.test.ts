import { expect, test } from 'vitest'
import { drawPredicted } from './predicted-graph.ts'

const words = { right: 'Right', wrong: 'Wrong', others: 'Others', unlabelled: 'None' }
const graphOf = (nodes: [label: string | null, result: string][]) => ({
  nodes: nodes.map(([label, result], at) => ({ id: String(at), degree: 0, label, result })),
  edges: [],
  nodeCount: nodes.length,
  edgeCount: 0,
  graphCount: 1,
})

/** Returns the colour and the shape of each node in the drawing. */
function drawn(nodes: [label: string | null, result: string][]) {
  const { option, verdicts } = drawPredicted(graphOf(nodes), words)
  const [series] = option.series
  const looks = series?.data.map(({ category }) => [category, series.categories[category]?.name])
  return { looks, verdicts, legend: 'data' in option.legend ? option.legend.data?.map(({ name }) => name) : [] }
}

test('colours nodes of a predicted graph by correct and wrong predictions', {
  meta: { spec: 'screens.inference-result-graph' },
}, () => {
  const right = [0, 'Right']
  const wrong = [1, 'Wrong']
  expect(
    drawn([
      ['ill', 'ill'],
      ['ill', 'ill'],
      ['ill', 'well'],
    ]),
  ).toMatchObject({
    looks: [right, right, wrong],
    legend: ['Right', 'Wrong'],
  })
  expect(
    drawn([
      ['ill', 'well'],
      ['well', 'ill'],
      ['ill', 'ill'],
      [null, 'ill'],
    ]),
  ).toMatchObject({
    looks: [wrong, wrong, right, [2, 'None']],
    verdicts: ['Wrong', 'Wrong', 'Right', 'None'],
    legend: ['Right', 'Wrong', 'None'],
  })
})

test('colours nodes by the predicted class if no true class is known', () => {
  expect(
    drawn([
      [null, 'ill'],
      [null, 'well'],
      [null, 'well'],
    ]),
  ).toEqual({
    looks: [
      [1, 'ill'],
      [0, 'well'],
      [0, 'well'],
    ],
    verdicts: null,
    legend: ['well', 'ill'],
  })
})
