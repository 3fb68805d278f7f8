import { existsSync, statSync } from 'node:fs'
import { linesOf, type PlatformLogSource, type Verification, verifyLogs } from '@tessera/server'
import { openEdgeLog } from '../../apps/edge/src/open-log.ts'
import { type Command, say, textOption, UsageError } from './command.ts'
import { withActs } from './platform.ts'

export const verifyCommand: Command = {
  name: 'verify',
  usage: '[--platform <export.jsonl> | --live] [--edge <DATA_DIR | log>]... [<export or edge>]...',
  about: 'Checks the logs of the platform and of edges, alone and against the heads that each stores of the others.',
  details: [
    'It works offline, with the files alone. It names the first line that was altered, inserted, moved or cut.',
    '--platform <file>  an export, written by `tessera log export`',
    '--live             the platform’s database instead of an export, with the settings of the platform',
    "--edge <path>      an edge's DATA_DIR, or a copy of its `log` folder; can be repeated",
    'To detect collusion between the platform and an edge, also give the log of a third edge.',
    'Export the platform’s log first and copy the edges’ logs afterwards. Newer heads than the export cannot be checked.',
    'The exit status is 0 if all logs are consistent, 1 if a fault was found, and 2 if the logs could not be checked.',
  ],
  options: {
    platform: { type: 'string' },
    live: { type: 'boolean' },
    edge: { type: 'string', multiple: true },
  },
  words: [0, Number.POSITIVE_INFINITY],
  run: async (words, values) => {
    const exports = [textOption(values.platform)].filter((path) => path !== undefined)
    const edges = Array.isArray(values.edge) ? values.edge.map(String) : []
    for (const word of words) ((await isExport(word)) ? exports : edges).push(word)
    const [file, another] = exports
    if (another !== undefined) throw new UsageError(`${another} is a second platform: give only one`)
    if (file !== undefined && values.live) throw new UsageError('--live replaces an export: give only one of them')
    if (file === undefined && !values.live && edges.length === 0) throw new UsageError('there is nothing to check')
    if (file !== undefined && !existsSync(file)) throw new UsageError(`${file} does not exist`)
    const logs = edges.map(openEdgeLog)
    const check = (platform?: PlatformLogSource) => verifyLogs(platform, logs)
    const result = values.live
      ? await withActs(({ exportLog }, deps) => check({ name: 'the platform’s log', lines: exportLog(deps) }))
      : await check(file === undefined ? undefined : { name: file, lines: linesOf(file) })
    return report(result, { platform: file !== undefined || values.live === true, edges: edges.length })
  },
}

/** Returns whether the first line of a file is that of a platform's export. Other files are read as logs of edges. */
async function isExport(path: string): Promise<boolean> {
  if (!existsSync(path) || !statSync(path).isFile()) return false
  for await (const line of linesOf(path)) return line.includes('"platform-log"')
  return false
}

function report({ faults, notes, read }: Verification, checked: { platform: boolean; edges: number }): boolean {
  for (const line of read) say(line)
  for (const note of notes) say(`note: ${note}`)
  if (checked.platform && checked.edges === 0)
    say('note: without an edge’s log, only the platform’s own statements were checked')
  if (!checked.platform)
    say('note: without the platform’s log, the edges’ logs were compared only with the signatures of others')
  for (const fault of faults) say(`WRONG: ${fault}`)
  if (faults.length === 0)
    say('The logs are consistent: no line was altered, inserted, moved or cut, and no signature is missing.')
  return faults.length === 0
}
