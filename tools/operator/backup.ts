import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkArchive, sha256OfFile, type Verification } from '@tessera/server'
import { type Command, operator, say, textOption, UsageError } from './command.ts'
import { onPlatform } from './platform.ts'

async function printFile(file: string) {
  say(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, readable only by you.`)
  say(`SHA-256 ${await sha256OfFile(file)}`)
  say('It contains private keys: store it where nobody else can read it, and write the line above down elsewhere.')
}

/** Prints whether the restored log is intact, and returns it. */
function printLog({ faults, read }: Verification): boolean {
  for (const line of faults.length === 0 ? read : faults) say(line)
  if (faults.length > 0) say('Everything is restored as it was backed up, but the log is not intact: see above.')
  return faults.length === 0
}

export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: '[--edge <DATA_DIR> [--pepper <file>]] <file.tar.gz | folder>',
    about: "Writes a backup of the platform, or of an edge's folder, while it runs.",
    details: [
      'A backup of the platform contains the database, files, keys, certificate authority and secrets. It does not contain',
      'sessions, codes and active runs. With the embedded database, stop the platform first.',
      'A backup of an edge contains its database, rows, tickets, results, keys and the decision log. The pepper of its PINs is',
      'written to a separate file, because an attacker with both files could guess PINs.',
      '--pepper <file>    path of that file, in another folder than the archive; required once the edge has a pepper. The file',
      '                   of an earlier backup is not changed',
    ],
    options: { edge: { type: 'string' }, pepper: { type: 'string' } },
    words: [1, 1],
    run: async ([path = ''], values) => {
      const edge = textOption(values.edge)
      if (edge !== undefined) {
        const { backUpEdge } = await import('../../apps/edge/src/backup.ts')
        const { file, partyId, parts, pepper } = await backUpEdge(edge, path, new Date(), textOption(values.pepper))
        say(`The edge of party ${partyId} was backed up: ${parts} parts.`)
        await printFile(file)
        if (pepper !== undefined)
          say(`${pepper}: the pepper of its PINs. Store it where nobody has access to the archive, too.`)
        return
      }
      if (values.pepper !== undefined) throw new UsageError('--pepper requires --edge: a platform has no pepper')
      const { backUpPlatform } = await import('../../apps/platform/src/backup.ts')
      const backUp = (deps: Parameters<typeof backUpPlatform>[0], by: string) => backUpPlatform(deps, path, by)
      const { file, rows, parts } = await onPlatform(backUp, { anyVersion: true })
      say(`The platform was backed up: ${rows} rows, ${parts} parts.`)
      return printFile(file)
    },
  },
  {
    name: 'restore',
    usage: '<file.tar.gz> --into <folder> [--pepper <file>] [--sha256 <hash>]',
    about: 'Restores a backup of a platform or an edge to a new DATA_DIR.',
    details: [
      'The command checks the backup first. The folder must be new or empty, and so must the database that DATABASE_URL names',
      '(without DATABASE_URL, a platform uses the embedded database in the folder). A backup of an older version is upgraded',
      'to this version. --sha256 takes the hash that was printed when the backup was written.',
      '--pepper <file>    for an edge: the file with the pepper of its PINs, written by the backup. Without it, no signer can use',
      '                   a previous PIN, and each signer needs a code: tessera signer reset <user>',
    ],
    options: { into: { type: 'string' }, pepper: { type: 'string' }, sha256: { type: 'string' } },
    words: [1, 1],
    run: async ([file = ''], values) => {
      const into = textOption(values.into)
      if (into === undefined) throw new UsageError('--into is missing: name a folder')
      const about = await checkArchive(file, textOption(values.sha256))
      const [request, pepper] = [{ file, about, into, by: operator() }, textOption(values.pepper)]
      if (about.of === 'edge') return restoreAnEdge({ ...request, pepper })
      if (pepper !== undefined)
        throw new UsageError('--pepper is for the backup of an edge, but this is the backup of a platform')
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
  const isWhole = printLog(log)
  if (withoutPepper.length > 0) {
    say(
      `Without the pepper of the PINs, these signers cannot sign with one: ${withoutPepper.join(', ')}. Restore again with --pepper,`,
    )
    say(
      `or create a code for each of them before the edge starts: tessera signer reset <user> --edge ${resolve(request.into)}`,
    )
  }
  say(
    'Next: make sure that the old edge never starts again, then start this one with DATA_DIR set to the folder above.',
  )
  return isWhole
}

async function restoreAPlatform(request: Request): Promise<boolean> {
  const { restorePlatform } = await import('../../apps/platform/src/restore.ts')
  const databaseUrl = process.env.DATABASE_URL || undefined
  const { about, log } = await restorePlatform({ ...request, databaseUrl })
  const rows = about.tables.reduce((sum, { rowCount }) => sum + rowCount, 0)
  say(`The platform, as it was at ${about.createTime}, is in ${resolve(request.into)}: ${rows} rows,`)
  say(databaseUrl ? 'with its database at DATABASE_URL.' : 'with the embedded database.')
  const isWhole = printLog(log)
  say('Next: start platform and fleet with DATA_DIR set to the folder above and the same DATABASE_URL.')
  say('All users must log in again, edges reconnect automatically, and runs that were active end as failed.')
  return isWhole
}
