import { expect, test } from 'vitest'
import { namesIn } from './name-list.ts'

test.each([
  ['age, chol ,sex', ['age', 'chol', 'sex']],
  ['年龄，胆固醇；性别', ['年龄', '胆固醇', '性别']],
  ['age\tchol', ['age', 'chol']],
  ['weight, kg\nheight, cm\n', ['weight, kg', 'height, cm']],
  ['  ', []],
])('splits the pasted names %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})
