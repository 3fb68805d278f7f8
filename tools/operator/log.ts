import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChainEntry, readPlatformLogHeader } from '@tessera/server'
import { type Command, Refused, readSince, say, textOption } from './command.ts'
import { withActs } from './platform.ts'

const LOOK_AGAIN_MS = 1_000

const showLog = {
  usage: '[--since <time>] [--kind <kind>] [--party <id>] [--json] [--follow]',
  about: "Shows the platform's log, oldest entry first.",
  details: [
    '--since <time>  a date, or how long ago: 30m, 12h, 7d',
    '--kind <kind>   one kind, or all that begin alike: operator finds operator.user-locked',
    '--party <id>    what is about this party',
    '--json          an entry a line, as JSON',
    '--follow        goes on with new entries until Ctrl-C',
  ],
  options: {
    since: { type: 'string' },
    kind: { type: 'string' },
    party: { type: 'string' },
    json: { type: 'boolean' },
    follow: { type: 'boolean' },
  },
  words: [0, 0],
  run: async (_words, values) => {
    const since = textOption(values.since)
    const filter = {
      since: since === undefined ? undefined : readSince(since, new Date()),
      kind: textOption(values.kind),
      partyId: textOption(values.party),
    }
    const show = values.json ? (entry: ChainEntry) => say(JSON.stringify(entry)) : showEntry
    if (values.follow) process.once('SIGINT', () => process.exit(0))
    await withActs(async ({ searchLog }, { db }) => {
      for (let after = 0; ; await sleep(LOOK_AGAIN_MS)) {
        for await (const entry of searchLog(db, { ...filter, after })) {
          show(entry)
          after = entry.seq
        }
        if (!values.follow) return
      }
    })
  },
} satisfies Omit<Command, 'name'>

const showEntry = ({ seq, time, kind, data }: ChainEntry) => say(`${seq}  ${time}  ${kind}  ${JSON.stringify(data)}`)

export const logCommands: Command[] = [
  {
    name: 'log export',
    usage: '<file.jsonl>',
    about: "Writes the platform's log to a file with which an auditor needs no database: tessera verify checks it.",
    details: ['It holds no secrets; people and parties stand in it by their ids.'],
    words: [1, 1],
    run: async ([file = '']) => {
      if (existsSync(file)) throw new Refused(`${file} is there already and is not overwritten. Choose another name.`)
      const entries = await withActs(async ({ exportLog, record }, deps, by) => {
        await record(deps.db, 'operator.log-exported', { by })
        const output = await open(file, 'wx', 0o600)
        let [lines, heads] = [0, 0]
        const texts = async function* () {
          for await (const line of exportLog(deps)) {
            lines += 1
            // The first line says how many heads stand before the entries.
            if (lines === 1) heads = readPlatformLogHeader(line)?.edgeHeads.count ?? 0
            yield `${line}\n`
          }
        }
        // Half a log must not pass for a whole one.
        const discard = async (error: unknown) => {
          await rm(file, { force: true })
          throw error
        }
        await pipeline(texts, output.createWriteStream({ flush: true })).catch(discard)
        return lines - 1 - heads
      })
      say(`${entries} entries are in ${file}.`)
    },
  },
  { name: 'log', ...showLog },
  { name: 'admin log', ...showLog },
]
