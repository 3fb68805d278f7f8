import { type Db, get, put, transaction } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { type CodeFrom, hasFactor, insertSigner, keepCode, keepPin, listSigners } from './queries.ts'
import { bareCode, hashOf, newCode } from './secret.ts'

interface SetUp {
  db: Db
  log: DecisionLog
  now: () => Date
  say: (line: string) => void
}

const SEEDED = 'signers-seeded'

/** The list as an edge begins with it. Later only signers change it: neither a setting nor a new enrolment does. */
export function seedSigners(
  { db, log, now }: Omit<SetUp, 'say'>,
  { enroller, usernames }: { enroller: { userId: string; username: string }; usernames: string[] },
) {
  if (get(db, 'select 1 as one from facts where key = ?', SEEDED)) return
  const addTime = now().toISOString()
  const others = usernames.filter((username) => username !== enroller.username)
  const names = [enroller.username, ...new Set(others)]
  for (const username of names) log.append('signer-added', { username, by: 'set-up' })
  transaction(db, () => {
    for (const username of names) {
      const userId = username === enroller.username ? enroller.userId : null
      insertSigner(db, { username, userId, displayName: username, addedBy: null, addTime })
    }
    put(db, 'facts', { key: SEEDED, value: addTime })
  })
}

/** What somebody sets their first PIN or passkey with. The code that was before is void. */
export async function giveCode(db: Db, username: string, from: CodeFrom): Promise<string> {
  const code = newCode()
  keepCode(db, username, await hashOf(bareCode(code)), from)
  return code
}

/** Tells whoever stands at this machine, and nobody else, how signers without a factor get their first. */
export async function offerFirstFactors(
  { db, log, say }: SetUp,
  { firstPin, page }: { firstPin: string | undefined; page: string },
) {
  for (const signer of listSigners(db)) {
    const { username } = signer
    if (hasFactor(db, signer) || signer.codeFrom === 'person') continue
    if (firstPin === undefined) {
      const code = await giveCode(db, username, 'start')
      say(`${username} may sign here and has no PIN yet. One-time code to set it: ${code}   on ${page}`)
      continue
    }
    const hash = await hashOf(firstPin)
    log.append('factor-set', { username, factor: 'pin', by: 'EDGE_FIRST_PIN' })
    keepPin(db, username, hash)
  }
}
