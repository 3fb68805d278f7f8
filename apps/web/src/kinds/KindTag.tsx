import type { ContentType } from '@tessera/contract'
import { StatusTag } from '../ui/index.ts'
import { useKindName } from './use-kind-name.ts'
import { webKindOf } from './web-kinds.ts'

/** Shows a kind of data by its icon and name. */
export function KindTag({ kind }: { kind: ContentType }) {
  const nameOf = useKindName()
  return <StatusTag tone="neutral" icon={webKindOf(kind).icon} text={nameOf(kind)} />
}
