import { expect, test } from 'vitest'
import { echarts } from '../../ui/chart-engine.ts'
import { graphOption } from './graph-option.ts'

const words = { others: 'Others', unlabelled: 'None' }

/** Returns a tree with `more` additional edges. The pseudo-random numbers are the same in every test run. */
function graphOf(count: number, more: number) {
  let state = 7
  const draw = (below: number) => {
    state = (state * 16_807) % 2_147_483_647
    return state % below
  }
  const tree = Array.from({ length: count - 1 }, (_one, at) => [at + 1, draw(at + 1)])
  const edges = [...tree, ...Array.from({ length: more }, () => [draw(count), draw(count)])]
  const nodes = Array.from({ length: count }, (_one, at) => ({
    id: String(at),
    label: at % 2 ? 'clinic' : 'hospital',
    degree: edges.filter((ends) => ends.includes(at)).length,
  }))
  return { nodes, edges: edges.map(([source, target]) => ({ source: String(source), target: String(target) })) }
}

interface Drawn {
  getModel: () => {
    getSeriesByIndex: (at: number) => { getData: () => { getItemLayout: (node: number) => [number, number] } }
  }
}

test.each([
  [2, 0],
  [12, 4],
  [90, 0],
  [90, 180],
  [200, 0],
  [200, 400],
])(
  'places all of %i nodes, with %i edges more than a tree, on a phone’s canvas above the legend',
  { meta: { spec: 'screens.inference-result-graph' } },
  (count, more) => {
    const [width, height] = [310, 420]
    const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
    const sample = { ...graphOf(count, more), nodeCount: count, edgeCount: count - 1 + more, graphCount: 1 }
    chart.setOption({ animation: false, ...graphOption(sample, words) })
    const data = (chart as unknown as Drawn).getModel().getSeriesByIndex(0).getData()
    for (const [at] of sample.nodes.entries()) {
      const [x, y] = data.getItemLayout(at)
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(height - 40)
    }
    chart.dispose()
  },
)
