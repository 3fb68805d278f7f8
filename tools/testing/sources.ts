import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.ts'

/**
 * Returns paths, from the root, of the repository's files that match: tracked files, and new ones that git does not
 * ignore.
 */
export const sourcePaths = (pattern: RegExp): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => pattern.test(path))

/** Returns the text of a file of the repository. */
export const readText = (path: string) => readFileSync(join(root, path), 'utf8')
