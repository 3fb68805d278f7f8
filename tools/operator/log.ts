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
    '--since <time>  entries since a date, or within a duration: 30m, 12h, 7d',
    '--kind <kind>   entries of one kind, or of all kinds with this prefix: operator includes operator.user-locked',
    '--party <id>    entries about this party',
    '--json          one entry per line, as JSON',
    '--follow        keeps printing new entries until Ctrl-C',
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
    about: "Writes the platform's log to a file. An auditor can check it with tessera verify, without a database.",
    details: ['It contains no secrets; users and parties appear by their ids.'],
    words: [1, 1],
    run: async ([file = '']) => {
      if (existsSync(file)) throw new Refused(`${file} exists already and is not overwritten. Choose another name.`)
      const entries = await withActs(async ({ exportLog, record }, deps, by) => {
        await record(deps.db, 'operator.log-exported', { by })
        const output = await open(file, 'wx', 0o600)
        let [lines, heads] = [0, 0]
        const texts = async function* () {
          for await (const line of exportLog(deps)) {
            lines += 1
            // The first line of an export states its number of heads, which precede the entries.
            if (lines === 1) heads = readPlatformLogHeader(line)?.edgeHeads.count ?? 0
            yield `${line}\n`
          }
        }
        // Deletes an incomplete file, because users could mistake it for a complete export.
        const discard = async (error: unknown) => {
          await rm(file, { force: true })
          throw error
        }
        await pipeline(texts, output.createWriteStream({ flush: true })).catch(discard)
        return lines - 1 - heads
      })
      say(`${entries} entries were written to ${file}.`)
    },
  },
  { name: 'log', ...showLog },
  { name: 'admin log', ...showLog },
]
