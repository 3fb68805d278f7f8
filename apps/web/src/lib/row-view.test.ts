import { expect, test } from 'vitest'
import { atPage, filteredBy, firstView, sortedBy, unfiltered } from './row-view.ts'

const view = { ...firstView(10), page: 3, columns: ['age'] }
const atLeast = { column: 'age', test: 'at-least', value: '50' } as const

test('sorts a column ascending, descending and not at all in turn, and returns to the first page', () => {
  const up = sortedBy(view, 'age')
  expect(up).toEqual({ ...view, page: 1, sort: { column: 'age', order: 'ascend' } })
  expect(sortedBy(up, 'age').sort).toEqual({ column: 'age', order: 'descend' })
  expect(sortedBy(sortedBy(up, 'age'), 'age').sort).toBeNull()
  expect(sortedBy(up, 'chol').sort).toEqual({ column: 'chol', order: 'ascend' })
})

test('allows one filter of each kind per column, and removes filters', () => {
  const atMost = { column: 'age', test: 'at-most', value: '80' } as const
  const both = filteredBy(filteredBy(view, atLeast), atMost)
  expect([both.page, both.filters]).toEqual([1, [atLeast, atMost]])
  expect(filteredBy(both, { ...atLeast, value: '60' }).filters).toEqual([atMost, { ...atLeast, value: '60' }])
  expect(unfiltered(both, { ...atLeast, value: '' }).filters).toEqual([atMost])
  expect(unfiltered({ ...both, page: 2 })).toEqual({ ...view, page: 1 })
})

test('returns to the first page when the page size changes', () => {
  expect(atPage(view, 4).page).toBe(4)
  expect(atPage(view, 4, 20)).toEqual({ ...view, page: 1, pageSize: 20 })
})
