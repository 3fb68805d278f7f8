import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restrictContent } from './app/content-policy.ts'
import { Providers } from './app/providers.tsx'
import { createAppRouter } from './app/router.tsx'
import { createQueryClient } from './lib/query-client.ts'
import './ui/ui.css'
import './app/layout.css'

const queryClient = createQueryClient()
const router = createAppRouter()
restrictContent({
  onNavigated: (callback) => router.subscribe('onResolved', callback),
  reload: () => location.reload(),
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
