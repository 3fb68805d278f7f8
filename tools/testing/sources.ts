import { execFileSync } from 'node:child_process'
import { root } from '../places.ts'

/**
 * Returns paths, from the root, of the repository's files that match: tracked files, and new ones that git does not
 * ignore.
 */
export const sourcePaths = (pattern: RegExp): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => pattern.test(path))
