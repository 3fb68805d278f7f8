import type { ReadingReport } from '@tessera/contract'
import { isPart, segmentsOf, sharedFolders } from './picture-names.ts'

export interface ClassFolders {
  /** The class of each path, or null for a file that is in no folder. */
  classes: (string | null)[]
  /** A path whose file is nested deeper than its class folder, or undefined if there is no such path. */
  deep: string | undefined
  notes: ReadingReport['notes']
}

/**
 * Returns the class of each file: the name of the folder below the longest common path. If all those folders are parts
 * such as train and test, the folder one level below is the class. The parts are then combined, and the draft notes it.
 * Folders that differ only in case and spaces are one class, as on Windows or macOS; the draft notes this, too. Single
 * letters stay distinct classes (`A` and `a` in handwriting).
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

/** Merges the spellings of each class into the most frequent one. */
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

/**
 * Normalises a folder name to NFC, because macOS stores accents as separate characters. NFKC would also turn x² into
 * x2.
 */
function plain(folder: string): string {
  const spaced = folder.normalize('NFC').trim().replace(/\s+/g, ' ')
  return [...spaced].length === 1 ? spaced : spaced.toLowerCase()
}
