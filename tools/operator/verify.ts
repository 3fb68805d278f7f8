import { existsSync, statSync } from 'node:fs'
import { type Confirmed, linesOf, type PlatformLogSource, type Verification, verifyLogs } from '@tessera/server'
import { openEdgeLog } from '../../apps/edge/src/open-log.ts'
import { type Command, say, textOption, UsageError } from './command.ts'
import { withActs } from './platform.ts'

export const verifyCommand: Command = {
  name: 'verify',
  usage:
    '[--platform <export.jsonl> | --live] [--edge <DATA_DIR | log>]... [--confirmed <party>:<key>]... [<export or edge>]...',
  about:
    "Checks the platform's log and edges' logs, by themselves and against the heads that each keeps of the others.",
  details: [
    'It asks nobody: everything it needs is in the files. It names the first line that was altered, inserted, moved or cut.',
    '--platform <file>  what `tessera log export` wrote',
    '--live             the database itself, with the settings of the platform, in its place',
    "--edge <path>      an edge's DATA_DIR, or a copy of its `log` folder; may stand several times",
    '--confirmed <party>:<key>  you asked that party itself, and this is the key of an edge of its own: where a platform of before',
    '                   put it in the place of another without that one’s word; may stand several times',
    'To find a platform and one edge that act together, give the log of a third edge too.',
    'Export first and copy the edges afterwards: what an edge knows that is newer cannot be checked.',
    'The exit status is 0 when everything fits, 1 when something does not, 2 when it could not be checked.',
  ],
  options: {
    platform: { type: 'string' },
    live: { type: 'boolean' },
    edge: { type: 'string', multiple: true },
    confirmed: { type: 'string', multiple: true },
  },
  words: [0, Number.POSITIVE_INFINITY],
  run: async (words, values) => {
    const exports = [textOption(values.platform)].filter((path) => path !== undefined)
    const edges = Array.isArray(values.edge) ? values.edge.map(String) : []
    for (const word of words) ((await isExport(word)) ? exports : edges).push(word)
    const [file, another] = exports
    if (another !== undefined) throw new UsageError(`${another} is a second platform: one at a time`)
    if (file !== undefined && values.live) throw new UsageError('--live takes the place of an export: leave out one')
    if (file === undefined && !values.live && edges.length === 0) throw new UsageError('there is nothing to check')
    if (file !== undefined && !existsSync(file)) throw new UsageError(`there is nothing at ${file}`)
    const confirmed = Array.isArray(values.confirmed) ? values.confirmed.map(String).map(readConfirmed) : []
    if (confirmed.length > 0 && file === undefined && !values.live)
      throw new UsageError('--confirmed is about the platform’s log: give that too')
    const logs = edges.map(openEdgeLog)
    const check = (platform?: PlatformLogSource) => verifyLogs(platform, logs, confirmed)
    const result = values.live
      ? await withActs(({ exportLog }, deps) => check({ name: 'the platform’s log', lines: exportLog(deps) }))
      : await check(file === undefined ? undefined : { name: file, lines: linesOf(file) })
    return tell(result, { platform: file !== undefined || values.live === true, edges: edges.length })
  },
}

/** An export says so in its first line; everything else is taken for an edge's. */
async function isExport(path: string): Promise<boolean> {
  if (!existsSync(path) || !statSync(path).isFile()) return false
  for await (const line of linesOf(path)) return line.includes('"platform-log"')
  return false
}

function readConfirmed(text: string): Confirmed {
  const [, partyId, key] = /^(.+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!partyId || !key)
    throw new UsageError(`--confirmed ${text} is no party with the key of its edge, <party>:<64 digits>`)
  return { partyId, key }
}

function tell({ faults, notes, read }: Verification, checked: { platform: boolean; edges: number }): boolean {
  for (const line of read) say(line)
  for (const note of notes) say(`note: ${note}`)
  if (checked.platform && checked.edges === 0)
    say('note: without an edge’s log the platform’s own word is all there is')
  if (!checked.platform) say('note: without the platform’s log only what others signed for the edges was compared')
  for (const fault of faults) say(`WRONG: ${fault}`)
  if (faults.length === 0)
    say('Everything fits: no line was altered, inserted, moved or cut, and no signature is missing.')
  return faults.length === 0
}
