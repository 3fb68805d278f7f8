import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { logIn, testUser } from '../testing/world.tsx'
import { secondsLeft, startActivity, useActivities } from './activity.ts'
import { sessionActions } from './session.ts'

beforeEach(() => {
  sessionActions.end('logout')
  logIn()
})

test('cancels all background work on log-out, but not when the session expires', () => {
  const cancel = vi.fn()
  startActivity({ title: 'done' }).done()
  startActivity({ title: 'under way', cancel })
  sessionActions.end('expired')
  expect(renderHook(useActivities).result.current).toHaveLength(2)
  expect(cancel).not.toHaveBeenCalled()

  sessionActions.end('logout')
  expect(renderHook(useActivities).result.current).toEqual([])
  expect(cancel).toHaveBeenCalledOnce()
})

test('clears the list of activities when another user logs in', () => {
  startActivity({ title: 'of Alice' })
  sessionActions.end('expired')
  sessionActions.start('token', { ...testUser, id: 'u2' })
  expect(renderHook(useActivities).result.current).toEqual([])
})

test('measures the speed of each stage of an activity separately', () => {
  vi.useFakeTimers()
  const activity = startActivity({ title: 'hashed, then sent' })
  const shown = () => renderHook(useActivities).result.current[0] as Parameters<typeof secondsLeft>[0]
  vi.advanceTimersByTime(1_000)
  activity.progress({ loaded: 100, total: 100 })
  expect(shown().bytesPerSecond).toBe(100)
  activity.progress({ loaded: 0, total: 100 })
  vi.advanceTimersByTime(2_000)
  activity.progress({ loaded: 20, total: 100 })
  expect([shown().bytesPerSecond, secondsLeft(shown())]).toEqual([10, 8])
  activity.done()
  vi.useRealTimers()
})
