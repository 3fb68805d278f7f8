import { expect, test } from 'vitest'
import { SizeCheck, type SizedNode } from './sizes.ts'

type Step = [operator: string, ...inputs: string[]]
const CONSTANTS: Record<string, number[]> = {
  zero: [0],
  one: [1],
  large: [2 ** 15],
  negative: [-(2 ** 30)],
  two: [2],
  ones: [1, 1],
  masked: [-1],
  huge: [2 ** 30],
}

/**
 * Returns whether the check refuses a tensor of the size computed by the last step. Steps are named by their position.
 */
function isRefused(steps: Step[], request: (last: string) => Step = (last) => ['ConstantOfShape', last]): boolean {
  const sizes = new SizeCheck()
  for (const [name, numbers] of Object.entries(CONSTANTS)) sizes.constant(name, { numbers, dims: [numbers.length] })
  const all = [...steps, request(String(steps.length - 1))]
  for (const [at, [operator, ...inputs]] of all.entries()) {
    sizes.node({ operator, inputs, outputs: [String(at)], integers: new Map() } satisfies SizedNode)
  }
  try {
    sizes.check()
    return false
  } catch {
    return true
  }
}

test.each<[string, Step[]]>([
  ['a product', [['Mul', 'large', 'large']]],
  ['a product of matrices', [['MatMul', 'large', 'large']]],
  ['a sum of squares', [['ReduceSumSquare', 'large']]],
  [
    'a choice, with another sign',
    [
      ['Where', 'zero', 'zero', 'negative'],
      ['Neg', '0'],
    ],
  ],
  [
    'a lower limit that is left out',
    [
      ['Clip', 'negative', '', 'zero'],
      ['Neg', '0'],
    ],
  ],
  ['bits', [['BitwiseAnd', 'masked', 'huge']]],
  [
    'a remainder',
    [
      ['Mod', 'zero', 'two'],
      ['Less', '0', 'one'],
      ['Mul', '1', 'huge'],
    ],
  ],
  [
    'an operator without a fold, and others',
    [
      ['Erf', 'one'],
      ['Mul', '0', 'zero'],
      ['Add', '1', 'one'],
    ],
  ],
  [
    'what is no number',
    [
      ['Div', 'zero', 'zero'],
      ['Mul', '0', 'one'],
    ],
  ],
])('refuses constants that produce a large tensor through %s', (_what, steps) => {
  expect(isRefused(steps)).toBe(true)
})

test('refuses a range that ends at a constant whose value is unknown to the check', () => {
  expect(isRefused([['MatMul', 'large', 'large']], (last) => ['Range', 'zero', last, 'one'])).toBe(true)
})

test.each<[string, Step[]]>([
  ['that they choose', [['Where', 'one', 'two', 'huge']]],
  [
    'behind comparisons',
    [
      ['Greater', 'huge', 'two'],
      ['Where', '0', 'ones', 'huge'],
    ],
  ],
  [
    'that rows say',
    [
      ['Shape', 'rows'],
      ['MatMul', '0', 'large'],
    ],
  ],
  ['within limits', [['Clip', 'huge', '', 'two']]],
  ['of remainders', [['Mod', 'huge', 'two']]],
])('accepts a tensor of a size %s', (_what, steps) => {
  expect(isRefused(steps)).toBe(false)
})
