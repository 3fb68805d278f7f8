import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { ThemeSwitch } from './Switches.tsx'

const choose = (key: string, newValue: string | null) =>
  act(() => dispatchEvent(new StorageEvent('storage', { key, newValue })))

afterEach(() => choose('theme', 'light'))

test('applies a theme that was chosen in another tab, and ignores invalid values', () => {
  setLanguage('en')
  render(<ThemeSwitch />)
  choose('theme', 'dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  screen.getByRole('button', { name: 'Light theme' })
  for (const [key, value] of [
    ['theme', 'pink'],
    ['theme', null],
    ['language', 'light'],
  ] as const) {
    choose(key, value)
    expect(document.documentElement.dataset.theme).toBe('dark')
  }
})
