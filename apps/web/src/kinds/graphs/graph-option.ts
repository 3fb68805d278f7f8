import type { GraphSample } from '@tessera/contract'

/** Classes are told apart by colour and shape; more than these share one of each. */
const SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'roundRect', 'arrow']

const REPULSION = 10_000
/** Round the nodes: the legend stands below. */
const ROOM = { top: 12, left: 12, right: 12, bottom: 48 }

const sizeOf = (degree: number) => 6 + Math.min(14, 2 * Math.sqrt(degree))

export interface GraphWords {
  others: string
  unlabelled: string
}

/**
 * A small force layout. It is worked out before it is drawn: nothing swims about, and the same graph looks the same. Labels in
 * `order` have each its own colour and shape, however many nodes they are of; else the most frequent one has the first.
 */
export function graphOption({ nodes, edges }: GraphSample, words: GraphWords, order?: string[]) {
  const counts = new Map<string, number>()
  for (const { label } of nodes) counts.set(label ?? words.unlabelled, (counts.get(label ?? words.unlabelled) ?? 0) + 1)
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
  const fits = frequent.length <= SHAPES.length
  const names = order ?? (fits ? frequent : [...frequent.slice(0, SHAPES.length - 1), words.others])
  const categoryOf = (label: string | null) => {
    const at = names.indexOf(label ?? words.unlabelled)
    return at >= 0 ? at : names.length - 1
  }
  const told = names
    .map((name, index) => ({ name, icon: SHAPES[index] }))
    .filter(({ name }) => counts.has(name) || name === words.others)
  return {
    tooltip: {},
    legend: told.length > 1 ? { data: told, type: 'scroll', bottom: 0 } : { show: false },
    series: [
      {
        type: 'graph',
        layout: 'force',
        roam: true,
        scaleLimit: { min: 0.3, max: 8 },
        ...ROOM,
        // As far apart as lets any number of nodes fit a telephone, whatever they are joined to; the wheel comes closer.
        force: {
          ...{ layoutAnimation: false, initLayout: 'circular', gravity: 1, edgeLength: 30 },
          repulsion: REPULSION / Math.max(nodes.length, 1),
        },
        categories: names.map((name, index) => ({ name, symbol: SHAPES[index] })),
        data: nodes.map(({ id, label, degree }) => ({
          id,
          name: id,
          value: degree,
          category: categoryOf(label),
          symbolSize: sizeOf(degree),
        })),
        links: edges,
        lineStyle: { opacity: 0.5 },
        emphasis: { focus: 'adjacency' },
      },
    ],
  }
}
