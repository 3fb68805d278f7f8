import { act, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyButton } from '../ui/CopyButton.tsx'
import { AntConfig } from './AntConfig.tsx'
import { Toasts } from './Toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function SaveButton() {
  const { message } = App.useApp()
  return (
    <button type="button" onClick={() => void message.success('Saved')}>
      Save
    </button>
  )
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const press = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click())
/** With reduced motion, Ant Design removes an expired message immediately. */
const still = { matches: true, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }

test('shows a success message for 3 seconds and an error message for 5 seconds', {
  meta: { spec: ['errors.message-duration', 'limits.toast-duration'] },
}, async () => {
  vi.stubGlobal('matchMedia', () => still)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('refused')) } })
  render(
    <AntConfig>
      <Toasts>
        <SaveButton />
        <CopyButton text="x" label="Copy" />
      </Toasts>
    </AntConfig>,
  )
  const shown = () => [
    document.querySelectorAll('.ant-message-success'),
    document.querySelectorAll('.ant-message-error'),
  ]
  const counts = () => shown().map(({ length }) => length)
  await press(/Save/)
  await press(/Copy/)
  await pass(2_900)
  expect(counts()).toEqual([1, 1])
  await pass(300)
  expect(counts()).toEqual([0, 1])
  await pass(1_700)
  expect(counts()).toEqual([0, 1])
  await pass(300)
  expect(counts()).toEqual([0, 0])
})
