import type { ReadingReport } from '@tessera/contract'
import { isPart, segmentsOf, sharedFolders } from './picture-names.ts'

export interface ClassFolders {
  /** Of each path; null for what lies in no folder. */
  classes: (string | null)[]
  /** A path that lies deeper than its class. */
  deep: string | undefined
  notes: ReadingReport['notes']
}

/**
 * The folder that each file lies in, below what all have in common, is its class. Where that is train, test and the like
 * for all of them, the folders below are: the parts are put together, and the draft says so.
 */
export function classFolders(paths: string[]): ClassFolders {
  const shared = sharedFolders(paths)
  const below = paths.map((path) => segmentsOf(path).slice(shared))
  const isParted = below.every((parts) => parts.length > 2 && isPart(parts[0] as string))
  const parts = isParted ? [...new Set(below.map(([part]) => part as string))] : []
  const rest = isParted ? below.map(([, ...more]) => more) : below
  return {
    classes: rest.map((more) => (more.length > 1 ? (more[0] as string) : null)),
    deep: paths.find((_, index) => (rest[index] as string[]).length > 2),
    notes: isParted ? [{ name: 'parts', value: parts.join(', ') }] : [],
  }
}
