import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'
import { createQueryClient } from '../lib/query-client.ts'

/** For tests only: renders the whole console at the given address. */

export const routerAt = (path: string) => createAppRouter(createMemoryHistory({ initialEntries: [path] }))

export function open(path: string, router = routerAt(path)) {
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return router
}
