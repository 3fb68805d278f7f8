import type { ContentType } from '@tessera/contract'
import { useKindText } from './use-kind-text.ts'

/** Returns a function that names a kind of data. */
export function useKindName(): (kind: ContentType) => string {
  const textOf = useKindText()
  return (kind) => textOf(kind, 'name')
}
