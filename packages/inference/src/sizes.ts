import { fail } from '@tessera/contract'

/** A small constant of the file, with its numbers and dimensions. */
export interface Constant {
  numbers: number[]
  dims: number[]
}

/** The parts of a node that determine the size of its result. */
export interface SizedNode {
  operator: string
  inputs: string[]
  outputs: string[]
  /** Attributes of the node that are whole numbers, by name. */
  integers: ReadonlyMap<string, number[]>
  /** The fill value of `ConstantOfShape`. */
  value?: number | undefined
}

/**
 * Maximum number of elements that a few bytes of a file may request. Sizes that are known only at run time are limited
 * by the memory limit of the process.
 */
const MAX_ELEMENTS = 2 ** 26
/** Maximum length of a constant that may be a shape or become one. Longer constants cannot be shapes. */
export const MAX_SHAPE = 64
/**
 * Stands for the numbers of a constant that is not computed here because it is long or its operator has no fold. It may
 * have any value.
 */
export const UNBOUNDED: number[] = [Number.POSITIVE_INFINITY]
/** Maximum length of a chain of computed constants. Exporters write shorter ones. */
const MAX_STEPS = 1_000

const grown = (widths: number[]) => product(widths.map((width) => 1 + Math.abs(width)))

/** Operators that create large tensors from small ones. For each, the positions of the inputs that state the size. */
const REQUESTED: Record<string, { at: number; elements: (numbers: number[]) => number }[]> = {
  ConstantOfShape: [{ at: 0, elements: product }],
  Expand: [{ at: 1, elements: product }],
  Tile: [{ at: 1, elements: product }],
  OneHot: [{ at: 1, elements: product }],
  Resize: [1, 2, 3].map((at) => ({ at, elements: product })),
  Pad: [{ at: 1, elements: grown }],
}

/** Operators whose attributes state by which factor an axis grows, or how long it becomes. */
const REQUESTED_BY_ATTRIBUTE: Record<string, Record<string, (numbers: number[]) => number>> = {
  Pad: { pads: grown },
  Conv: { pads: grown },
  ConvTranspose: { pads: grown, strides: product, output_padding: grown, output_shape: product },
}

type Fold = (values: number[][], node: SizedNode) => number[] | undefined

const byElement =
  (of: (...numbers: number[]) => number): Fold =>
  (values) => {
    const length = Math.max(...values.map(({ length }) => length))
    // If an optional input is omitted, it has no numbers.
    if (values.some((value) => value.length !== length && value.length > 1)) return undefined
    const at = (value: number[], place: number) => value[value.length === 1 ? 0 : place]
    return Array.from({ length }, (_, place) => of(...values.map((value) => at(value, place) as number)))
  }
/** Returns a fold for whole numbers. For other numbers, the result is not computed. */
const byBits = (of: (one: bigint, other: bigint) => bigint): Fold =>
  byElement((one, other) =>
    Number.isSafeInteger(one) && Number.isSafeInteger(other) ? Number(of(BigInt(one), BigInt(other))) : Number.NaN,
  )
const remainder = (one: number, other: number, isOfDividend: boolean) =>
  isOfDividend || one % other === 0 || one < 0 === other < 0 ? one % other : (one % other) + other
const same: Fold = ([numbers]) => numbers
const over =
  (of: (numbers: number[]) => number): Fold =>
  ([numbers = []]) => [of(numbers)]
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** Operators that compute a constant from other constants, before rows are read. */
const FOLDS: Record<string, Fold> = {
  ...Object.fromEntries(
    ['Identity', 'CastLike', 'Dropout', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose', 'Split'].map(
      (operator) => [operator, same],
    ),
  ),
  // A cast to whole numbers drops the fraction, which makes no number larger.
  Cast: same,
  Slice: ([numbers = [], starts, ends, axes, steps], { integers }) => {
    const [from = integers.get('starts')?.[0], to = integers.get('ends')?.[0]] = [starts?.[0], ends?.[0]]
    const isPlain = (axes ?? integers.get('axes') ?? [0])[0] === 0 && (steps?.[0] ?? 1) === 1
    return isPlain && from !== undefined && to !== undefined ? numbers.slice(from, to) : numbers
  },
  Gather: ([numbers = [], places = []]) => places.map((place) => numbers.at(place) ?? 0),
  GatherElements: ([numbers = [], places = []]) => places.map((place) => numbers.at(place) ?? 0),
  Concat: (values) => values.flat(),
  Add: byElement((one, other) => one + other),
  Sub: byElement((one, other) => one - other),
  Mul: byElement((one, other) => one * other),
  Div: byElement((one, other) => one / other),
  Mod: (values, node) =>
    byElement((one, other) => remainder(one, other, node.integers.get('fmod')?.[0] === 1))(values, node),
  Pow: byElement((one, other) => one ** other),
  BitShift: byElement((one, by) => one * 2 ** by),
  BitwiseAnd: byBits((one, other) => one & other),
  BitwiseOr: byBits((one, other) => one | other),
  BitwiseXor: byBits((one, other) => one ^ other),
  Sum: byElement((...numbers) => sum(numbers)),
  Mean: byElement((...numbers) => sum(numbers) / numbers.length),
  Min: byElement(Math.min),
  Max: byElement(Math.max),
  Clip: byElement((one, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) =>
    Math.min(Math.max(one, low), high),
  ),
  Where: byElement((condition, one, other) => (condition ? one : other)),
  Equal: byElement((one, other) => Number(one === other)),
  Greater: byElement((one, other) => Number(one > other)),
  GreaterOrEqual: byElement((one, other) => Number(one >= other)),
  Less: byElement((one, other) => Number(one < other)),
  LessOrEqual: byElement((one, other) => Number(one <= other)),
  And: byElement((one, other) => Number(one !== 0 && other !== 0)),
  Or: byElement((one, other) => Number(one !== 0 || other !== 0)),
  Not: byElement((one) => Number(one === 0)),
  ...Object.fromEntries(
    Object.entries({
      Neg: (one: number) => -one,
      Abs: Math.abs,
      Floor: Math.floor,
      Ceil: Math.ceil,
      Round: Math.round,
      Sqrt: Math.sqrt,
      Exp: Math.exp,
      Log: Math.log,
      Sign: Math.sign,
      Reciprocal: (one: number) => 1 / one,
      Relu: (one: number) => Math.max(one, 0),
    }).map(([operator, of]) => [operator, byElement(of)]),
  ),
  ReduceSum: over(sum),
  ReduceProd: over((numbers) => numbers.reduce((all, one) => all * one, 1)),
  ReduceMax: over((numbers) => Math.max(...numbers)),
  ReduceMin: over((numbers) => Math.min(...numbers)),
  ReduceMean: over((numbers) => sum(numbers) / numbers.length),
  CumSum: ([numbers = []]) => numbers.map((_, place) => sum(numbers.slice(0, place + 1))),
  Expand: ([numbers = [], shape = []]) => repeated(numbers, product(shape)),
  Tile: ([numbers = [], times = []]) => repeated(numbers, numbers.length * product(times)),
  Range: ([[start = 0] = [], [end = 0] = [], [step = 1] = []]) => {
    const count = Math.ceil((end - start) / step)
    return count >= 0 && count <= MAX_SHAPE ? Array.from({ length: count }, (_, at) => start + at * step) : undefined
  },
  ConstantOfShape: ([shape = []], { value = 0 }) => repeated([value], product(shape)),
}

/**
 * Refuses a file in which constants request more elements than the limit, even through other operators. The folds cover
 * what exporters write; they ignore axes and the rounding of whole numbers. Where these matter, the memory limit of the
 * process applies.
 */
export class SizeCheck {
  readonly #constants = new Map<string, Constant>()
  readonly #makers = new Map<string, SizedNode>()
  readonly #known = new Map<string, number[] | undefined>()

  constant(name: string, constant: Constant) {
    this.#constants.set(name, constant)
  }

  node(node: SizedNode) {
    for (const output of node.outputs) this.#makers.set(output, node)
  }

  /** Checks the sizes after all nodes are known, because nodes may be in any order. */
  check() {
    for (const node of new Set(this.#makers.values())) {
      const elements = node.operator === 'Range' ? this.#rangeOf(node) : this.#requestedBy(node)
      if (elements > MAX_ELEMENTS) fail('model.refused-size', { part: node.operator, limit: MAX_ELEMENTS })
    }
  }

  #requestedBy({ operator, inputs, integers }: SizedNode): number {
    const byInput = (REQUESTED[operator] ?? []).map(({ at, elements }) => {
      const numbers = this.#numbersOf(inputs[at] ?? '')
      return numbers ? elements(numbers) : 0
    })
    const byAttribute = Object.entries(REQUESTED_BY_ATTRIBUTE[operator] ?? {}).map(([name, elements]) =>
      elements(integers.get(name) ?? []),
    )
    return Math.max(0, ...byInput, product(byAttribute))
  }

  #rangeOf({ inputs }: SizedNode): number {
    const [start = [], end = [], step = []] = inputs.map((name) => this.#numbersOf(name))
    if ([start, end, step].includes(UNBOUNDED)) return Number.POSITIVE_INFINITY
    const count = ((end[0] ?? 0) - (start[0] ?? 0)) / (step[0] ?? 1)
    return Number.isNaN(count) ? 0 : count
  }

  /**
   * Returns the numbers of a tensor that is computed from constants only. Returns UNBOUNDED if they are not computed
   * here, and undefined if the tensor depends on rows.
   */
  #numbersOf(name: string, steps = 0): number[] | undefined {
    if (steps > MAX_STEPS) fail('model.refused-size', { part: 'constants', limit: MAX_STEPS })
    const constant = this.#constants.get(name)
    if (constant) return constant.numbers
    if (this.#known.has(name)) return this.#known.get(name)
    this.#known.set(name, undefined) // in case the tensor depends on itself
    const node = this.#makers.get(name)
    const numbers = node && this.#folded(node, steps + 1)
    this.#known.set(name, numbers)
    return numbers
  }

  #folded(node: SizedNode, steps: number): number[] | undefined {
    if (node.operator === 'Shape' || node.operator === 'Size') {
      const dims = this.#dimsOf(node.inputs[0] ?? '', steps)
      return dims && (node.operator === 'Size' ? [product(dims)] : dims)
    }
    const fold = FOLDS[node.operator]
    const given = node.inputs.map((name) => (name === '' ? [] : this.#numbersOf(name, steps)))
    // Inputs that only state positions do not affect the values, so they need not be known.
    const needed = fold === same ? given.slice(0, 1) : given
    const values = needed.filter((value) => value !== undefined)
    if (values.length < needed.length || values.every(({ length }) => length === 0)) return undefined
    const found = values.includes(UNBOUNDED) ? undefined : fold?.(values, node)
    return found && found.length <= MAX_SHAPE && found.every(Number.isFinite) ? found : UNBOUNDED
  }

  #dimsOf(name: string, steps: number): number[] | undefined {
    const constant = this.#constants.get(name)
    if (constant) return constant.dims
    const node = this.#makers.get(name)
    return node?.operator === 'ConstantOfShape' ? this.#numbersOf(node.inputs[0] ?? '', steps) : undefined
  }
}

function repeated(numbers: number[], count: number): number[] | undefined {
  if (count > MAX_SHAPE || numbers.length === 0) return undefined
  return Array.from({ length: Math.floor(count) }, (_, place) => numbers[place % numbers.length] ?? 0)
}

function product(numbers: number[]): number {
  return numbers.reduce((all, one) => all * Math.max(one, 1), 1)
}
