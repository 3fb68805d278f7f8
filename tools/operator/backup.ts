import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkArchive, sha256OfFile, type Verification } from '@tessera/server'
import { type Command, operator, say, textOption, UsageError } from './command.ts'
import { onPlatform } from './platform.ts'

async function tellFile(file: string) {
  say(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, readable by you alone.`)
  say(`SHA-256 ${await sha256OfFile(file)}`)
  say('It holds private keys: keep it where nobody else reads, and note the line above elsewhere.')
}

/** Answers whether the log that came back is whole. */
function tellLog({ faults, read }: Verification): boolean {
  for (const line of faults.length === 0 ? read : faults) say(line)
  if (faults.length > 0) say('Everything is restored as it was backed up, but its log is not whole: see above.')
  return faults.length === 0
}

export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: '[--edge <DATA_DIR> [--pepper <file>]] <file.tar.gz | folder>',
    about: "Writes a backup of the platform, or of an edge's folder, while it runs.",
    details: [
      'Of the platform: database, files, keys, certificate authority and secrets; not sessions and codes, not runs in',
      'flight. On the embedded database the platform must be stopped first.',
      'Of an edge: books, rows, tickets, results, keys and the log of decisions. What its PINs are mixed with, their pepper,',
      'is never in it but in a file of its own. With both, PINs can be tried out.',
      '--pepper <file>    where that file goes, in another folder than the archive; needed once the edge has a pepper. The file',
      '                   of an earlier backup stays as it is',
    ],
    options: { edge: { type: 'string' }, pepper: { type: 'string' } },
    words: [1, 1],
    run: async ([path = ''], values) => {
      const edge = textOption(values.edge)
      if (edge !== undefined) {
        const { backUpEdge } = await import('../../apps/edge/src/backup.ts')
        const { file, partyId, parts, pepper } = await backUpEdge(edge, path, new Date(), textOption(values.pepper))
        say(`The edge of party ${partyId} is backed up: ${parts} parts.`)
        await tellFile(file)
        if (pepper !== undefined) say(`${pepper}: the pepper of its PINs. Keep it where nobody has the archive too.`)
        return
      }
      if (values.pepper !== undefined) throw new UsageError('--pepper goes with --edge: a platform has none')
      const { backUpPlatform } = await import('../../apps/platform/src/backup.ts')
      const backUp = (deps: Parameters<typeof backUpPlatform>[0], by: string) => backUpPlatform(deps, path, by)
      const { file, rows, parts } = await onPlatform(backUp, { anyVersion: true })
      say(`The platform is backed up: ${rows} rows, ${parts} parts.`)
      return tellFile(file)
    },
  },
  {
    name: 'restore',
    usage: '<file.tar.gz> --into <folder> [--pepper <file>] [--sha256 <hash>]',
    about: 'Makes a new DATA_DIR out of a backup of a platform or an edge.',
    details: [
      'The backup is checked first. The folder must be new or empty, and so must be the database that DATABASE_URL names',
      "(without one a platform's database is the embedded one in the folder). A backup of an older version is brought up",
      'to this one. --sha256 takes the hash that was printed when the backup was made.',
      '--pepper <file>    of an edge: the pepper of its PINs, from the file of its own that the backup made; without it nobody',
      '                   signs there with a PIN of before, and each signer needs a code: tessera signer reset <user>',
    ],
    options: { into: { type: 'string' }, pepper: { type: 'string' }, sha256: { type: 'string' } },
    words: [1, 1],
    run: async ([file = ''], values) => {
      const into = textOption(values.into)
      if (into === undefined) throw new UsageError('--into is missing: which folder?')
      const about = await checkArchive(file, textOption(values.sha256))
      const [request, pepper] = [{ file, about, into, by: operator() }, textOption(values.pepper)]
      if (about.of === 'edge') return restoreAnEdge({ ...request, pepper })
      if (pepper !== undefined) throw new UsageError('--pepper is for an edge, and this is the backup of a platform')
      return restoreAPlatform(request)
    },
  },
]

interface Request {
  file: string
  about: unknown
  into: string
  by: string
}

async function restoreAnEdge(request: Request & { pepper: string | undefined }): Promise<boolean> {
  const { restoreEdge } = await import('../../apps/edge/src/backup.ts')
  const { about, log, withoutPepper } = await restoreEdge(request)
  say(`The edge of party ${about.partyId}, as it was at ${about.createTime}, is in ${resolve(request.into)}.`)
  const isWhole = tellLog(log)
  if (withoutPepper.length > 0) {
    say(
      `Without the pepper of their PINs these cannot sign with one: ${withoutPepper.join(', ')}. Restore again with --pepper,`,
    )
    say(`or give each a code, before the edge starts: tessera signer reset <user> --edge ${resolve(request.into)}`)
  }
  say('Next: make sure that the old edge is off for good, then start this one with DATA_DIR set to the folder above.')
  return isWhole
}

async function restoreAPlatform(request: Request): Promise<boolean> {
  const { restorePlatform } = await import('../../apps/platform/src/restore.ts')
  const databaseUrl = process.env.DATABASE_URL || undefined
  const { about, log } = await restorePlatform({ ...request, databaseUrl })
  const rows = about.tables.reduce((sum, { rowCount }) => sum + rowCount, 0)
  say(`The platform as it was at ${about.createTime} is in ${resolve(request.into)}: ${rows} rows,`)
  say(databaseUrl ? 'with its database at DATABASE_URL.' : 'with the embedded database.')
  const isWhole = tellLog(log)
  say('Next: start platform and fleet with DATA_DIR set to the folder above and the same DATABASE_URL as now.')
  say('Everybody logs in anew, edges come back by themselves, and runs that were in flight end as failed.')
  return isWhole
}
