import type { EdgeRole } from '@tessera/contract'
import { all, type Db, get, put, run, type SqlRow } from '../../db/open.ts'

/** Who issued a one-time code: the edge at its start, or a member. */
export type CodeFrom = 'start' | 'person'

interface Tries {
  wrongTries: number
  lockedUntil: string | null
}

/**
 * Where a PIN was tried. Any caller that reaches the edge can try a PIN at log-in, and this must not prevent a member
 * from signing.
 */
export type TriedAt = 'signing' | 'session'

export interface StoredMember extends Tries {
  username: string
  userId: string | null
  displayName: string
  role: EdgeRole
  department: string
  addedBy: string | null
  addTime: string
  pinHash: string | null
  codeHash: string | null
  codeFrom: CodeFrom | null
  atSession: Tries
  /** The member's identity at the organisation's provider, if the member comes from the provider. */
  provider: { issuer: string; subject: string } | null
  /** Time of the member's last log-in at the provider. */
  providerTime: string | null
  /** For a program: the thumbprint of its key, and the end of the key's validity. */
  machine: { keyId: string; endTime: string } | null
}

export interface StoredPasskey {
  id: string
  username: string
  publicKey: string
  counter: number
  transports: string[]
  createTime: string
}

export const listMembers = (db: Db) => all(db, 'select * from members order by add_time, rowid').map(toMember)
export const listSigners = (db: Db) => listMembers(db).filter(({ role }) => role === 'signer')

export const signerNames = (db: Db) =>
  listSigners(db)
    .map(({ username }) => username)
    .join(', ')

export function findMember(db: Db, username: string): StoredMember | undefined {
  const row = get(db, 'select * from members where username = ?', username)
  return row && toMember(row)
}

/**
 * Returns the member to whom a user corresponds. If a member is bound to the user id, the id decides: another account
 * with the same name is another user. Programs never match a user.
 */
export function findMemberOf(db: Db, { userId, username }: { userId: string; username: string }) {
  const row =
    get(db, 'select * from members where user_id = ?', userId) ??
    get(db, 'select * from members where username = ? and user_id is null and machine_key is null', username)
  return row && toMember(row)
}

export function findMemberByProvider(db: Db, { issuer, subject }: { issuer: string; subject: string }) {
  const row = get(db, 'select * from members where provider_issuer = ? and provider_subject = ?', issuer, subject)
  return row && toMember(row)
}

export function findMemberByKey(db: Db, keyId: string) {
  const row = get(db, 'select * from members where machine_key = ?', keyId)
  return row && toMember(row)
}

export const insertMember = (
  db: Db,
  {
    username,
    userId = null,
    displayName,
    role,
    department,
    addedBy,
    addTime,
    provider = null,
    machine = null,
  }: Pick<StoredMember, 'username' | 'displayName' | 'role' | 'department' | 'addedBy' | 'addTime'> &
    Partial<Pick<StoredMember, 'userId' | 'provider' | 'machine'>>,
) =>
  put(db, 'members', {
    username,
    user_id: userId,
    display_name: displayName,
    role,
    department,
    added_by: addedBy,
    add_time: addTime,
    provider_issuer: provider?.issuer ?? null,
    provider_subject: provider?.subject ?? null,
    machine_key: machine?.keyId ?? null,
    machine_end: machine?.endTime ?? null,
  })

export const deleteMember = (db: Db, username: string) => run(db, 'delete from members where username = ?', username)

export const storeRole = (db: Db, username: string, { role, department }: Pick<StoredMember, 'role' | 'department'>) =>
  run(db, 'update members set role = ?, department = ? where username = ?', role, department, username)

export const storeProviderTime = (db: Db, { issuer, subject }: { issuer: string; subject: string }, time: string) =>
  run(
    db,
    'update members set provider_time = ? where provider_issuer = ? and provider_subject = ?',
    time,
    issuer,
    subject,
  )

export const storeCode = (db: Db, username: string, codeHash: string, from: CodeFrom) =>
  run(db, 'update members set code_hash = ?, code_from = ? where username = ?', codeHash, from, username)

export const storePin = (db: Db, username: string, pinHash: string | null) =>
  run(
    db,
    'update members set pin_hash = ?, code_hash = null, code_from = null, wrong_tries = 0, locked_until = null, session_tries = 0, session_locked_until = null where username = ?',
    pinHash,
    username,
  )

/**
 * Truncates SQLite's write-ahead log, which keeps overwritten values until a checkpoint. Otherwise the hash of the
 * previous PIN could be read from it.
 */
export const emptyBooksLog = (db: Db) => void run(db, 'pragma wal_checkpoint(truncate)')

/** Binds a member to a platform user permanently. A later token cannot rebind the member. */
export const storeUser = (db: Db, username: string, userId: string) =>
  run(db, 'update members set user_id = ? where username = ? and user_id is null', userId, username)

/** Voids the one-time code after the member has set the first PIN or passkey with it. */
export const voidCode = (db: Db, username: string) =>
  run(db, 'update members set code_hash = null, code_from = null where username = ?', username)

export const storeAttempts = (db: Db, username: string, at: TriedAt, { wrongTries, lockedUntil }: Tries) =>
  run(
    db,
    at === 'session'
      ? 'update members set session_tries = ?, session_locked_until = ? where username = ?'
      : 'update members set wrong_tries = ?, locked_until = ? where username = ?',
    wrongTries,
    lockedUntil,
    username,
  )
export const noTries: Tries = { wrongTries: 0, lockedUntil: null }

export const listPasskeys = (db: Db, username: string) =>
  all(db, 'select * from passkeys where username = ? order by rowid', username).map(toPasskey)

/**
 * Stores a passkey and returns true, or returns false if the passkey already exists. An existing passkey stays with its
 * owner.
 */
export const insertPasskey = (db: Db, passkey: StoredPasskey) =>
  run(
    db,
    'insert or ignore into passkeys (id, username, public_key, counter, transports, create_time) values (?, ?, ?, ?, ?, ?)',
    passkey.id,
    passkey.username,
    passkey.publicKey,
    passkey.counter,
    JSON.stringify(passkey.transports),
    passkey.createTime,
  ).changes > 0

export const storeCounter = (db: Db, id: string, counter: number) =>
  run(db, 'update passkeys set counter = ? where id = ?', counter, id)

export const deletePasskeys = (db: Db, username: string) => run(db, 'delete from passkeys where username = ?', username)

export const hasFactor = (db: Db, { username, pinHash }: StoredMember) =>
  pinHash !== null || listPasskeys(db, username).length > 0

function toMember(row: SqlRow): StoredMember {
  return {
    username: String(row.username),
    userId: row.user_id as string | null,
    displayName: String(row.display_name),
    role: row.role as EdgeRole,
    department: String(row.department),
    addedBy: row.added_by as string | null,
    addTime: String(row.add_time),
    pinHash: row.pin_hash as string | null,
    codeHash: row.code_hash as string | null,
    codeFrom: row.code_from as CodeFrom | null,
    wrongTries: Number(row.wrong_tries),
    lockedUntil: row.locked_until as string | null,
    atSession: {
      wrongTries: Number(row.session_tries),
      lockedUntil: row.session_locked_until as string | null,
    },
    provider:
      row.provider_issuer === null
        ? null
        : { issuer: String(row.provider_issuer), subject: String(row.provider_subject) },
    providerTime: row.provider_time as string | null,
    machine: row.machine_key === null ? null : { keyId: String(row.machine_key), endTime: String(row.machine_end) },
  }
}

const toPasskey = (row: SqlRow): StoredPasskey => ({
  id: String(row.id),
  username: String(row.username),
  publicKey: String(row.public_key),
  counter: Number(row.counter),
  transports: JSON.parse(String(row.transports)),
  createTime: String(row.create_time),
})
