import { composed } from '@tessera/contract'
import type { Logger } from '@tessera/server'
import { type Db, get, put, transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { PEPPER_PATH } from './pepper.ts'
import {
  type CodeFrom,
  emptyBooksLog,
  hasFactor,
  insertMember,
  listMembers,
  type StoredMember,
  storeCode,
  storePin,
} from './queries.ts'
import { bareCode, newCode, type Secrets } from './secret.ts'

interface SetUp {
  db: Db
  log: DecisionLog
  secrets: Secrets
  now: () => Date
  logger: Logger
}

const SEEDED = 'signers-seeded'
const BY_FIRST_PIN = 'EDGE_FIRST_PIN'

/** Creates the initial list of members. Afterwards only signers change the list; settings and new enrolments do not. */
export function seedSigners(
  { db, log, now }: Omit<SetUp, 'logger' | 'secrets'>,
  { enroller, usernames }: { enroller: { userId: string; username: string }; usernames: string[] },
) {
  if (get(db, 'select 1 as one from facts where key = ?', SEEDED)) return
  const addTime = now().toISOString()
  const others = usernames.map(composed).filter((username) => username !== enroller.username)
  const names = [enroller.username, ...new Set(others)]
  for (const username of names) log.append('member-added', { username, role: 'signer', department: '', by: 'set-up' })
  transaction(db, () => {
    for (const username of names) {
      const userId = username === enroller.username ? enroller.userId : null
      insertMember(db, {
        username,
        userId,
        displayName: username,
        role: 'signer',
        department: '',
        addedBy: null,
        addTime,
      })
    }
    put(db, 'facts', { key: SEEDED, value: addTime })
  })
}

/** Issues a one-time code for setting a first PIN or passkey. The previous code becomes void. */
export async function giveCode(
  { db, secrets }: Pick<SetUp, 'db' | 'secrets'>,
  username: string,
  from: CodeFrom,
): Promise<string> {
  const code = newCode()
  storeCode(db, username, await secrets.hashOf(bareCode(code)), from)
  return code
}

/**
 * Logs how members without a PIN or passkey get their first one. Only the operator of this machine can read the log.
 */
export async function offerFirstFactors(
  { db, log, secrets, logger }: SetUp,
  { firstPin, page }: { firstPin: string | undefined; page: string },
) {
  for (const member of listMembers(db)) {
    const { username, role } = member
    // Members from the identity provider get their code from a signer, so that the operator cannot sign in their name.
    // Programs have a key.
    if (member.provider || member.machine) continue
    if (hasFactor(db, member) || member.codeFrom === 'person') continue
    if (firstPin === undefined) {
      const code = await giveCode({ db, secrets }, username, 'start')
      logger.info(
        `${username} ${role === 'signer' ? 'may sign' : 'may read'} here and has no PIN yet. One-time code to set it: ${code}   on ${page}`,
      )
      continue
    }
    const hash = await secrets.hashOf(firstPin)
    log.append('factor-set', { username, factor: 'pin', by: BY_FIRST_PIN })
    storePin(db, username, hash)
    emptyBooksLog(db)
  }
}

/**
 * Lists the members whose PIN or one-time code cannot be verified. They need a reset code, or the operator must restore
 * the pepper.
 */
export function membersWithoutPepper({ db, secrets }: Pick<SetUp, 'db' | 'secrets'>): string[] {
  const isLost = ({ pinHash, codeHash }: StoredMember) => {
    const hash = pinHash ?? codeHash
    return hash !== null && secrets.isLost(hash)
  }
  return listMembers(db)
    .filter(isLost)
    .map(({ username }) => username)
}

/** Logs what the operator of this machine can do about a lost pepper. */
export function reportLostPepper({ db, secrets, logger }: Pick<SetUp, 'db' | 'secrets' | 'logger'>) {
  const names = membersWithoutPepper({ db, secrets })
  if (names.length === 0) return
  logger.warn(
    `PIN or code of ${names.join(', ')} cannot be checked: ${PEPPER_PATH} in DATA_DIR is missing, or is not the one they were set with. Put the file of the backup back, or stop the edge and give each a new code: tessera signer reset <user> --edge <DATA_DIR>. Passkeys work all the same.`,
  )
}
