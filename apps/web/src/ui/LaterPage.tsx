import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'

/** A page whose work a later release brings; it says so. */
export function LaterPage({ title, note, action }: { title: string; note: string; action?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={note} action={action} />
    </>
  )
}
