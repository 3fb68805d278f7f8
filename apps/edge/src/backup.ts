import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  addFolder,
  BackupRefused,
  extract,
  fillFolder,
  placeOfBackup,
  readArchive,
  VERSION,
  type Verification,
  verifyLogs,
  writeArchive,
  writeAtomically,
} from '@tessera/server'
import { z } from 'zod'
import { all, FIRST_VERSION, openDb, run, THIS_VERSION } from './db/open.ts'
import { withdrawRestored } from './features/grant/index.ts'
import { findIdentity, Outbox } from './features/link/index.ts'
import {
  listMembers,
  membersWithoutPepper,
  pepperFile,
  pepperIdOf,
  readPepper,
  Secrets,
} from './features/signing/index.ts'
import { DecisionLog } from './lib/decision-log.ts'
import { openEdgeLog } from './open-log.ts'

/** Metadata of an edge backup, stored beside the list of its parts. */
const EdgeBackup = z.object({
  tessera: z.literal('backup'),
  format: z.literal(1),
  of: z.literal('edge'),
  version: z.string(),
  createTime: z.string(),
  partyId: z.string(),
  /**
   * Data folder at the time of the backup. The database refers to files by absolute path, so a restore rewrites these
   * paths.
   */
  dataDir: z.string(),
  /** Number of database migrations that were applied at backup time. */
  migrations: z.int(),
})
export type EdgeBackup = z.infer<typeof EdgeBackup>

const BOOKS = 'edge.sqlite'
const DECISIONS = 'log/decisions.jsonl'
const COUNTERSIGNED = 'log/countersigned.jsonl'
const SETTINGS = 'edge.env'
/**
 * Paths that a backup omits: files that every start recreates or that are useless elsewhere, and the PIN pepper, which
 * must be stored apart from the PIN hashes.
 */
const LEFT_OUT =
  /^(edge\.lock|edge\.sqlite(-wal|-shm)?|tmp|uploads|logs|flower|keys\/(guard-secret|executor-secret|pin-pepper[^/]*))(\/|$)/
/** Database columns that contain absolute paths of files and folders. */
const PATHS = [
  ['datasets', 'file'],
  ['datasets', 'media'],
  ['drafts', 'file'],
  ['drafts', 'media'],
  ['grants', 'folder'],
] as const
/**
 * Number of report ids that a restore skips. It is larger than the number of reports that an edge sends between a
 * backup and its restore.
 */
const REPORTS_SKIPPED = 1_000_000

/**
 * Writes a backup while the edge runs.
 * The order is: the database, all other files, the decision log. Therefore the log covers everything in the database
 * and every log head that the platform has signed.
 */
export async function backUpEdge(dir: string, path: string, now: Date, pepperPath?: string) {
  const dataDir = resolve(dir)
  if (!existsSync(join(dataDir, BOOKS))) {
    throw new BackupRefused(`${dataDir} holds no edge: there is no ${BOOKS} in it. Give the edge’s DATA_DIR.`)
  }
  const file = await placeOfBackup(path, 'edge', now)
  const copy = `${file}.${process.pid}.books`
  let pepper: PepperCopy | undefined
  try {
    copyBooks(join(dataDir, BOOKS), copy)
    const { partyId, migrations: done, needed } = lookInto(copy, dataDir)
    pepper = await backUpPepper(dataDir, pepperPath, file)
    return await writeArchive(file, async (archive) => {
      await archive.addFile(BOOKS, copy)
      await addFolder(
        archive,
        dataDir,
        '',
        (name) => !LEFT_OUT.test(name) && ![COUNTERSIGNED, DECISIONS].includes(name),
      )
      // These two files must be read directly one after the other: the log records how many signed heads are stored,
      // and the heads record how far the log reached.
      const signed = join(dataDir, COUNTERSIGNED)
      if (existsSync(signed)) await archive.addFile(COUNTERSIGNED, signed)
      await archive.addFile(DECISIONS, join(dataDir, DECISIONS))
      const names = new Set(archive.parts.map(({ name }) => name))
      const missing = needed.find((name) => !names.has(name))
      if (missing) {
        throw new BackupRefused(
          `${missing} was removed while the backup was made, or is missing. Make the backup again.`,
        )
      }
      const about = { tessera: 'backup', format: 1, of: 'edge', version: VERSION } as const
      const createTime = now.toISOString()
      await archive.finish({ ...about, createTime, partyId, dataDir, migrations: done } satisfies EdgeBackup)
      return { file, partyId, parts: archive.parts.length, pepper: pepper?.file }
    })
  } catch (error) {
    if (pepper?.isNew) await rm(pepper.file, { force: true })
    throw error
  } finally {
    await rm(copy, { force: true })
  }
}

interface PepperCopy {
  file: string
  isNew: boolean
}

/**
 * Copies the PIN pepper to a separate file. An attacker who has both the archive and the pepper can brute-force PINs.
 * The copy is made after the copy of the database, so that it matches every hash in the database.
 */
async function backUpPepper(
  dataDir: string,
  path: string | undefined,
  archive: string,
): Promise<PepperCopy | undefined> {
  if (!readPepper(pepperFile(dataDir))) return undefined
  const file = path === undefined ? undefined : resolve(path)
  if (file === undefined || (await folderOf(file)) === (await folderOf(archive))) {
    throw new BackupRefused(
      'A person who has the archive must not have the pepper of its PINs: with both, PINs can be tried out. Name a file for it with --pepper <file> in another folder.',
    )
  }
  const pepper = await readFile(pepperFile(dataDir))
  try {
    await writeFile(file, pepper, { mode: 0o600, flag: 'wx' })
    return { file, isNew: true }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new BackupRefused(`${file} cannot be written (${code}). Name another file with --pepper.`)
  }
  // The pepper is the same in every backup, so an existing identical file is accepted.
  const there = await readFile(file).catch(() => undefined)
  if (!there?.equals(pepper)) {
    throw new BackupRefused(`${file} holds something else and is not overwritten. Name another file with --pepper.`)
  }
  return { file, isNew: false }
}

/** Resolves symbolic links, so that two paths of the same folder compare as equal. */
const folderOf = (file: string) => realpath(dirname(file)).catch(() => dirname(file))

/** Copies a consistent snapshot of the database, even while the edge writes to it. */
function copyBooks(from: string, to: string) {
  const books = new DatabaseSync(from, { readOnly: true })
  try {
    books.exec('pragma busy_timeout = 5000')
    books.prepare('vacuum into ?').run(to)
  } finally {
    books.close()
  }
}

function lookInto(copy: string, dataDir: string) {
  const books = new DatabaseSync(copy, { readOnly: true })
  try {
    const { user_version: done } = books.prepare('pragma user_version').get() as { user_version: number }
    const files = all(books, 'select file from datasets where deleted = 0').map(({ file }) => String(file))
    const partyId = findIdentity(books)?.partyId
    if (!partyId) throw new BackupRefused('This edge has not joined a party yet: there is nothing to keep.')
    return { partyId, migrations: done, needed: files.map((file) => relative(dataDir, file)) }
  } finally {
    books.close()
  }
}

export interface EdgeRestore {
  file: string
  /** Metadata from the archive. The archive itself has already been verified. */
  about: unknown
  into: string
  /**
   * Path of the file with the PIN pepper that belongs to this backup. Without the pepper, signers with a PIN need a
   * reset code.
   */
  pepper?: string | undefined
  by: string
}

/**
 * Recreates an edge's data folder from a backup. The restored edge reconnects to its platform with its previous keys.
 */
export async function restoreEdge(
  request: EdgeRestore,
): Promise<{ about: EdgeBackup; log: Verification; withoutPepper: string[] }> {
  const { data: about } = EdgeBackup.safeParse(request.about)
  if (!about) throw new BackupRefused(`${request.file} is no backup of an edge that this version can read.`)
  if (about.migrations < FIRST_VERSION) {
    throw new BackupRefused(
      'The backup was made before the first release of Tessera (2.6.4), and this version does not read it.',
    )
  }
  if (about.migrations > THIS_VERSION) {
    throw new BackupRefused(
      `The backup was made by Tessera ${about.version}, which is newer than this one. Update this one first.`,
    )
  }
  return fillFolder(request.into, async (draft) => {
    for await (const part of readArchive(request.file)) {
      if (part.name !== 'manifest.json') await extract(part, draft)
    }
    if (request.pepper !== undefined) await restorePepper(draft, request.pepper)
    const withoutPepper = moveBooks(draft, about.dataDir, resolve(request.into))
    moveSettings(join(draft, SETTINGS), about.dataDir, resolve(request.into))
    const log = new DecisionLog(draft)
    log.append('restored', { by: request.by, backupTime: about.createTime })
    const books = openDb(draft)
    const now = () => new Date()
    withdrawRestored({ db: books, log, outbox: new Outbox(books, now), now })
    books.close()
    log.close()
    return { about, log: await verifyLogs(undefined, [openEdgeLog(draft)]), withoutPepper }
  })
}

/** Accepts the pepper of any backup if the PINs in this database were hashed with it. */
async function restorePepper(draft: string, path: string) {
  const pepper = existsSync(path) ? readPepper(path) : undefined
  if (!pepper) throw new BackupRefused(`There is no file ${path}. Name the one that --pepper of the backup wrote.`)
  const books = openDb(draft)
  const hashes = listMembers(books).flatMap(({ pinHash, codeHash }) =>
    [pinHash, codeHash].filter((hash) => hash !== null),
  )
  books.close()
  const ids = hashes.map(pepperIdOf).filter((id) => id !== null)
  if (ids.length > 0 && !ids.includes(pepper.id)) {
    throw new BackupRefused(
      `${path} is not what the PINs of this backup were set with. Name the file that --pepper of that backup wrote, or leave out --pepper: then signers get reset codes.`,
    )
  }
  await writeAtomically(pepperFile(draft), await readFile(path))
}

/** Rewrites the paths in the database and returns the members whose PIN or code cannot be checked after the restore. */
function moveBooks(draft: string, from: string, to: string): string[] {
  const books = openDb(draft)
  try {
    for (const [table, column] of PATHS) {
      const moved = `? || substr(${column}, length(?) + 1)`
      run(
        books,
        `update ${table} set ${column} = ${moved} where substr(${column}, 1, length(?)) = ?`,
        to,
        from,
        `${from}/`,
        `${from}/`,
      )
    }
    // The platform identifies reports by number. New reports must not reuse a number that was sent after the backup.
    run(
      books,
      "insert into sqlite_sequence (name, seq) select 'outbox', 0 where not exists (select 1 from sqlite_sequence where name = 'outbox')",
    )
    run(books, "update sqlite_sequence set seq = seq + ? where name = 'outbox'", REPORTS_SKIPPED)
    return membersWithoutPepper({ db: books, secrets: new Secrets(draft) })
  } finally {
    books.close()
  }
}

/**
 * Rewrites settings that refer to files in the edge's own folder by absolute path, such as the platform's root
 * certificate.
 */
function moveSettings(file: string, from: string, to: string) {
  if (!existsSync(file)) return
  const lines = readFileSync(file, 'utf8').split('\n')
  const moved = lines.map((line) => {
    const [, start, value] = /^(\w+=['"]?)(.*)$/.exec(line) ?? []
    return value?.startsWith(`${from}/`) ? `${start}${to}${value.slice(from.length)}` : line
  })
  writeFileSync(file, moved.join('\n'))
}
