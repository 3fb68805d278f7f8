import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { startActivity, useActivities } from './activity.ts'
import { sessionActions } from './session.ts'
import { logIn, testUser } from './testing.tsx'

beforeEach(() => {
  sessionActions.end('logout')
  logIn()
})

test('logging out takes the work off the list and stops what is under way', () => {
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

test('another user sees nothing of it either', () => {
  startActivity({ title: 'of Alice' })
  sessionActions.end('expired')
  sessionActions.start('token', { ...testUser, id: 'u2' })
  expect(renderHook(useActivities).result.current).toEqual([])
})
