import { fail } from '@tessera/contract'

/** Numbers that stand in the file itself and may tell a shape, by the name of the tensor. */
export type Shapes = Map<string, number[]>

/** Elements that a file may ask for with a few bytes. What is known only while it runs is bounded by its process. */
const MOST_ELEMENTS = 2 ** 26

/** Of operators that make large tensors out of small ones: what is told by the input of this place. */
const ASKED: Record<string, { at: number; elements: (numbers: number[]) => number }> = {
  ConstantOfShape: { at: 0, elements: product },
  Expand: { at: 1, elements: product },
  Tile: { at: 1, elements: product },
  OneHot: { at: 1, elements: product },
  Resize: { at: 3, elements: product },
  Pad: { at: 1, elements: (widths) => product(widths.map((width) => 1 + Math.abs(width))) },
}

export function checkSizes(operator: string, inputs: string[], shapes: Shapes) {
  const elements = operator === 'Range' ? rangeOf(inputs, shapes) : askedBy(operator, inputs, shapes)
  if (elements > MOST_ELEMENTS) fail('model.refused-size', { part: operator, limit: MOST_ELEMENTS })
}

function askedBy(operator: string, inputs: string[], shapes: Shapes): number {
  const asked = ASKED[operator]
  const numbers = asked && shapes.get(inputs[asked.at] ?? '')
  return asked && numbers ? asked.elements(numbers) : 0
}

function rangeOf(inputs: string[], shapes: Shapes): number {
  const [start = [], end = [], step = []] = inputs.map((name) => shapes.get(name))
  const count = ((end[0] ?? 0) - (start[0] ?? 0)) / (step[0] ?? 1)
  return Number.isNaN(count) ? 0 : count
}

function product(numbers: number[]): number {
  return numbers.reduce((all, one) => all * Math.max(one, 1), 1)
}
