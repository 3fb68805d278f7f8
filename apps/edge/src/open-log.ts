import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BadSettings, type EdgeLogSource, linesOf } from '@tessera/server'
import { keyPaths } from './features/link/index.ts'
import { countersignedIn, decisionsIn, logFolder, platformKeysIn, readLines } from './lib/decision-log.ts'

/**
 * Opens an edge's decision log and its evidence for verification: from its DATA_DIR, a copy of its `log` folder, or a
 * copy of the log file.
 */
export function openEdgeLog(path: string): EdgeLogSource {
  const { folder, decisions } = locate(path)
  const [keys, link] = [platformKeysIn(folder), keyPaths(dirname(folder)).link]
  return {
    name: decisions,
    entries: linesOf(decisions),
    countersigned: readLines(countersignedIn(folder)),
    platformKeys: existsSync(keys) ? (JSON.parse(readFileSync(keys, 'utf8')).keys as object[]) : [],
    linkPublicKey: existsSync(link) ? readFileSync(link, 'utf8') : undefined,
  }
}

function locate(path: string): { folder: string; decisions: string } {
  if (!existsSync(path)) throw new BadSettings(`There is nothing at ${path}.`)
  if (statSync(path).isFile()) return { folder: dirname(path), decisions: path }
  for (const folder of [logFolder(path), path]) {
    if (existsSync(decisionsIn(folder))) return { folder, decisions: decisionsIn(folder) }
  }
  throw new BadSettings(`${path} holds no log of an edge: ${join('log', 'decisions.jsonl')} is not in it.`)
}
