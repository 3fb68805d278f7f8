import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ListMyTasks, ListNotifications } from '@tessera/contract/wire'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { logIn } from '../testing/world.tsx'
import { call } from './api.ts'
import { useMutation } from './mutation.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('reports an error without a network, instead of pausing queries and mutations', {
  meta: { spec: 'errors.silent-failures' },
}, async () => {
  logIn()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  onlineManager.setOnline(false)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => ({
      query: useQuery({ queryKey: ['tasks'], queryFn: () => call(ListMyTasks), retryDelay: 1 }),
      mutation: useMutation({ mutationFn: () => call(ListNotifications) }),
    }),
    { wrapper },
  )
  result.current.mutation.mutate()
  await waitFor(() => expect(result.current.query.error).toMatchObject({ code: 'client.no-response' }))
  await waitFor(() => expect(result.current.mutation.error).toMatchObject({ code: 'client.no-response' }))
})
