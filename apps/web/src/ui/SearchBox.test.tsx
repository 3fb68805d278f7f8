import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const field = () => screen.getByLabelText<HTMLInputElement>('Search')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Simulates a page whose value changes after a delay, as the address in the router does. */
function Page({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('')
  const search = (text: string) => {
    onSearch(text)
    setTimeout(() => setValue(text), 50)
  }
  return (
    <>
      <SearchBox value={value} label="Search" onSearch={search} />
      <button type="button" onClick={() => setValue('')}>
        Clear all
      </button>
    </>
  )
}

test('keeps text that the user types while a search is in progress', async () => {
  const onSearch = vi.fn()
  render(<Page onSearch={onSearch} />)
  type('hea')
  await wait(300)
  type('heart ')
  await wait(50)
  expect(field().value).toBe('heart ')
  await wait(300)
  expect(field().value).toBe('heart ')
  expect(onSearch.mock.calls).toEqual([['hea'], ['heart']])
})

test('shows a search text that was set elsewhere, and does not search for it again', async () => {
  const onSearch = vi.fn()
  render(<Page onSearch={onSearch} />)
  type('heart')
  await wait(400)
  fireEvent.click(screen.getByText('Clear all'))
  expect(field().value).toBe('')
  await wait(400)
  expect(onSearch.mock.calls).toEqual([['heart']])
})

test('searches at once on Enter, and not again after the pause', async () => {
  const onSearch = vi.fn()
  render(<Page onSearch={onSearch} />)
  type('heart')
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
  expect(onSearch.mock.calls).toEqual([['heart']])
  await wait(400)
  expect(onSearch).toHaveBeenCalledOnce()
})
