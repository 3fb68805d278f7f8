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
 * for all of them, the folders below are: the parts are put together, and the draft says so. Folders that differ only in
 * capitals and spaces are one class, as on a disk of Windows or macOS, and the draft says that too; but single letters are
 * classes of their own (`A` and `a` in written letters).
 */
export function classFolders(paths: string[]): ClassFolders {
  const shared = sharedFolders(paths)
  const below = paths.map((path) => segmentsOf(path).slice(shared))
  const isParted = below.every((parts) => parts.length > 2 && isPart(parts[0] as string))
  const parts = isParted ? [...new Set(below.map(([part]) => part as string))] : []
  const rest = isParted ? below.map(([, ...more]) => more) : below
  const folders = rest.map((more) => (more.length > 1 ? (more[0] as string) : null))
  const { classes, notes } = merged(folders)
  return {
    classes,
    deep: paths.find((_, index) => (rest[index] as string[]).length > 2),
    notes: [...(isParted ? [{ name: 'parts' as const, value: parts.join(', ') }] : []), ...notes],
  }
}

/** Each class as it is written most often. */
function merged(folders: (string | null)[]): Pick<ClassFolders, 'classes' | 'notes'> {
  const spellings = new Map<string, Map<string, number>>()
  for (const folder of folders) {
    if (folder === null) continue
    const counts = spellings.get(plain(folder)) ?? new Map<string, number>()
    spellings.set(plain(folder), counts.set(folder, (counts.get(folder) ?? 0) + 1))
  }
  const sorted = new Map([...spellings].map(([key, counts]) => [key, [...counts].sort((a, b) => b[1] - a[1])]))
  const several = [...sorted.values()].filter((counts) => counts.length > 1)
  const [first] = several
  const value = first?.map(([folder]) => folder).join(' = ')
  return {
    classes: folders.map((folder) => folder && (sorted.get(plain(folder))?.[0]?.[0] ?? folder)),
    notes: value === undefined ? [] : [{ name: 'classes-merged', value, count: several.length }],
  }
}

/** NFC, as macOS writes an accent as a character of its own; NFKC would also take x² for x2. */
function plain(folder: string): string {
  const spaced = folder.normalize('NFC').trim().replace(/\s+/g, ' ')
  return [...spaced].length === 1 ? spaced : spaced.toLowerCase()
}
