import type { ReactNode } from 'react'
import type { Phrases } from '../lib/i18n.ts'
import type { KindText } from './kind-text.ts'

/** What the web shows differently by kind of data. */
export interface WebKind {
  icon: ReactNode
  phrases: Phrases<KindText>
}
