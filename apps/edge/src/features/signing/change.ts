import { type FirstProof, fail, type Proof } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import { transaction } from '../../db/open.ts'
import type { Actor } from '../../lib/edge-token.ts'
import type { SigningDeps } from './deps.ts'
import { readRegistration } from './passkeys.ts'
import { prove, signerOf } from './prove.ts'
import {
  deleteSigner,
  emptyBooksLog,
  findSigner,
  hasFactor,
  insertPasskey,
  insertSigner,
  keepPin,
  keepUser,
  listSigners,
} from './queries.ts'
import { giveCode } from './set-up.ts'

/** In turn: what a PIN or code is good for is looked at once what was asked before, in another tab perhaps, is done. */
const inTurn = oneAtATime()

/** Puts somebody on the list; one who is there without a factor gets a new code. */
export function addSigner(
  deps: SigningDeps,
  { username, displayName, proof }: { username: string; displayName: string; proof: Proof },
  actor: Actor,
): Promise<string> {
  const codeBefore = findSigner(deps.db, username)?.codeHash
  return inTurn(async () => {
    const { signer, by } = await prove(deps, actor, { kind: 'add-signer', username }, proof)
    const known = findSigner(deps.db, username)
    if (known && hasFactor(deps.db, known)) fail('signing.already-signer', { username })
    // Another code would void the one that the other tab shows.
    if (known?.codeHash !== codeBefore) fail('signing.just-added', { username })
    deps.log.append('signer-added', { username, by: signer.username, userId: actor.userId, factor: by })
    if (!known) {
      const addTime = deps.now().toISOString()
      insertSigner(deps.db, { username, displayName: displayName || username, addedBy: signer.username, addTime })
    }
    return giveCode(deps, username, 'person')
  })
}

export function removeSigner(deps: SigningDeps, { username, proof }: { username: string; proof: Proof }, actor: Actor) {
  return inTurn(async () => {
    const { signer, by } = await prove(deps, actor, { kind: 'remove-signer', username }, proof)
    if (!findSigner(deps.db, username)) fail('signing.signer-unknown', { username })
    const others = listSigners(deps.db).filter((other) => other.username !== username)
    if (!others.some((other) => hasFactor(deps.db, other))) fail('signing.last-signer', { username })
    deps.log.append('signer-removed', { username, by: signer.username, userId: actor.userId, factor: by })
    deleteSigner(deps.db, username)
    deps.challenges.forget(username)
  })
}

export function setPin(deps: SigningDeps, { pin, proof }: { pin: string; proof: FirstProof }, actor: Actor) {
  return inTurn(async () => {
    const { signer, by } = await prove(deps, actor, { kind: 'set-pin' }, proof)
    const hash = await deps.secrets.hashOf(pin)
    deps.log.append('factor-set', { username: signer.username, factor: 'pin', by, userId: actor.userId })
    transaction(deps.db, () => {
      keepPin(deps.db, signer.username, hash)
      keepUser(deps.db, signer.username, actor)
    })
    emptyBooksLog(deps.db)
  })
}

export function addPasskey(
  deps: SigningDeps,
  { registration, proof }: { registration: object; proof: FirstProof },
  actor: Actor,
) {
  return inTurn(async () => {
    const passkey = await readRegistration(deps, signerOf(deps, actor), actor, registration)
    const { signer, by } = await prove(deps, actor, { kind: 'add-passkey' }, proof)
    deps.log.append('factor-set', { username: signer.username, factor: 'passkey', by, userId: actor.userId })
    transaction(deps.db, () => {
      if (!insertPasskey(deps.db, passkey)) fail('signing.passkey-refused')
      keepUser(deps.db, signer.username, actor)
    })
  })
}
