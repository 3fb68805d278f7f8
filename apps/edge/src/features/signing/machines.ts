import { fail, type MachineKey, type Proof } from '@tessera/contract'
import { calculateJwkThumbprint, importJWK } from 'jose'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { oneCheckAtATime } from './one-check-at-a-time.ts'
import { prove } from './prove.ts'
import { findMember, findMemberByKey, insertMember, type StoredMember, signerNames } from './queries.ts'

const DAY_MS = 24 * 3_600_000

interface NewMachine {
  username: string
  department: string
  days: number
  publicKey: MachineKey
  proof: Proof
}

/**
 * Adds a program, identified by a public key, to the member list as a reader. The edge never sees the private key.
 * Returns the end of the key's validity.
 */
export async function addMachine(
  deps: SigningDeps,
  { username, department, days, publicKey, proof }: NewMachine,
  actor: Actor,
): Promise<Date> {
  const keyId = await keyIdOf(publicKey)
  return oneCheckAtATime(async () => {
    const { member, by } = await prove(deps, actor, { kind: 'add-machine', username, department, days, keyId }, proof)
    if (findMember(deps.db, username)) fail('signing.already-member', { username })
    // A key belongs to only one program, so that the log shows which program read data under a name.
    if (findMemberByKey(deps.db, keyId)) refuseKey()
    const addTime = deps.now()
    const endTime = new Date(addTime.getTime() + days * DAY_MS)
    const place = { role: 'reader', department } as const
    deps.log.append('member-added', {
      username,
      ...place,
      machineKey: keyId,
      until: endTime.toISOString(),
      by: member.username,
      userId: actor.userId,
      factor: by,
    })
    insertMember(deps.db, {
      username,
      displayName: username,
      ...place,
      addedBy: member.username,
      addTime: addTime.toISOString(),
      machine: { keyId, endTime: endTime.toISOString() },
    })
    return endTime
  })
}

/** Returns the program that holds this key, if the key has not expired. */
export function machineOf({ db, now }: SigningDeps, keyId: string): StoredMember & { until: Date } {
  const signers = signerNames(db)
  const member = findMemberByKey(db, keyId)
  if (!member?.machine) return fail('edge.machine-unknown', { signers })
  const until = new Date(member.machine.endTime)
  if (until <= now()) {
    fail('edge.machine-over', { name: member.username, date: until.toISOString().slice(0, 10), signers })
  }
  return { ...member, until }
}

async function keyIdOf(publicKey: MachineKey): Promise<string> {
  // Coordinates that are not a point on the curve are refused, because they are not a key.
  await importJWK({ ...publicKey, alg: 'ES256' }).catch(refuseKey)
  return calculateJwkThumbprint(publicKey)
}

const refuseKey = () => fail('request.malformed', { field: 'publicKey', fieldProblem: 'format' })
