import { App } from 'antd'
import type { ReactNode } from 'react'
import { TOAST_SECONDS } from '../lib/toast.ts'

/** Where a page's short messages appear. Who logs in hears none, and does not wait for what shows them. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <App message={{ duration: TOAST_SECONDS }} component={false}>
      {children}
    </App>
  )
}
