import type { GraphSample } from '@tessera/contract'

/** Shapes that distinguish classes together with colours. Classes beyond these share the last shape and colour. */
const SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'roundRect', 'arrow']

const REPULSION = 10_000
/** Margins around the nodes in pixels. The legend is in the bottom margin. */
const ROOM = { top: 12, left: 12, right: 12, bottom: 48 }

const sizeOf = (degree: number) => 6 + Math.min(14, 2 * Math.sqrt(degree))

export interface GraphWords {
  others: string
  unlabelled: string
}

/**
 * Returns the chart of a graph with a force layout. The layout is computed before drawing, so that nodes do not move
 * and the same graph always looks the same. Each label in `order` has its own colour and shape, whatever its frequency;
 * without `order`, the most frequent label comes first.
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
  const entries = names
    .map((name, index) => ({ name, icon: SHAPES[index] }))
    .filter(({ name }) => counts.has(name) || name === words.others)
  return {
    tooltip: {},
    legend: entries.length > 1 ? { data: entries, type: 'scroll', bottom: 0 } : { show: false },
    series: [
      {
        type: 'graph',
        layout: 'force',
        roam: true,
        scaleLimit: { min: 0.3, max: 8 },
        ...ROOM,
        // Spreads the nodes so that any number fits a phone's screen, whatever their edges. Users can zoom with the
        // wheel.
        force: {
          layoutAnimation: false,
          initLayout: 'circular',
          gravity: 1,
          edgeLength: 30,
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
