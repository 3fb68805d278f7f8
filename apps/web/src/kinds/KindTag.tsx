import type { ContentType } from '@tessera/contract'
import { StatusTag } from '../ui/index.ts'
import { kindIcon } from './kind-icon.tsx'
import { useKindName } from './use-kind-name.ts'

/** Shows a kind of data by its icon and name. */
export function KindTag({ kind }: { kind: ContentType }) {
  const nameOf = useKindName()
  return <StatusTag tone="neutral" icon={kindIcon(kind)} text={nameOf(kind)} />
}
