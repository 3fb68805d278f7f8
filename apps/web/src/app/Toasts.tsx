import { App } from 'antd'
import type { ReactNode } from 'react'
import { TOAST_SECONDS } from '../lib/toast.ts'

/** Provides the toast messages of a page. The log-in page shows no toasts and does not load this code. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <App message={{ duration: TOAST_SECONDS }} component={false}>
      {children}
    </App>
  )
}
