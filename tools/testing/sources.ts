import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.ts'

/**
 * Returns the paths of all files in the repository that match: tracked files, and new files that git does not ignore.
 */
export const sourcePaths = (pattern: RegExp): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => pattern.test(path))

/** Returns the text of a file, whose path is relative to the repository's root. */
export const readText = (path: string) => readFileSync(join(root, path), 'utf8')
