import type { Signing } from '@tessera/contract'
import {
  AddEdgeMember,
  AddMachineKey,
  AddPasskey,
  ChangeEdgeMember,
  ConfirmAddress,
  GetPasskeyOptions,
  GetSigning,
  HandOver,
  MakeSigningChallenge,
  RemoveEdgeMember,
  ResetEdgeMember,
  SetSigningPin,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import { requireOwnPage } from '../../lib/own-page.ts'
import type { Serve } from '../../lib/serve.ts'
import { addMember, addPasskey, changeMember, removeMember, resetMember, setPin } from './change.ts'
import { confirmAddress, moveOf } from './confirm-address.ts'
import type { SigningDeps } from './deps.ts'
import { issueHandover } from './issue-handover.ts'
import { addMachine } from './machines.ts'
import { challengeOptions, passkeyHost, registrationOptions } from './passkeys.ts'
import { memberOf } from './prove.ts'
import { findMemberOf, listMembers, listPasskeys } from './queries.ts'

export function signingRoutes(serve: Serve, app: FastifyInstance, deps: SigningDeps) {
  serve(app, GetSigning, (_input, actor) => presentSigning(deps, actor))

  serve(app, MakeSigningChallenge, async ({ act }, actor) => ({
    ...(await challengeOptions(deps, memberOf(deps, actor), actor, act)),
  }))

  serve(app, AddEdgeMember, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    return { code: await addMember(deps, input, actor) }
  })

  serve(app, AddMachineKey, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    return { endTime: await addMachine(deps, input, actor) }
  })

  serve(app, ChangeEdgeMember, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    await changeMember(deps, input, actor)
    return null
  })

  serve(app, ResetEdgeMember, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    return { code: await resetMember(deps, input, actor) }
  })

  serve(app, RemoveEdgeMember, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    await removeMember(deps, input, actor)
    return null
  })

  serve(app, HandOver, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    return issueHandover(deps, input, actor)
  })

  serve(app, ConfirmAddress, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    await confirmAddress(deps, input, actor)
    return null
  })

  serve(app, SetSigningPin, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    await setPin(deps, input, actor)
    return null
  })

  serve(app, GetPasskeyOptions, async (_input, actor) => ({
    ...(await registrationOptions(deps, memberOf(deps, actor), actor)),
  }))

  serve(app, AddPasskey, async (input, actor, { request }) => {
    requireOwnPage(deps.edgeUrl, request)
    await addPasskey(deps, input, actor)
    return null
  })
}

function presentSigning(deps: SigningDeps, actor: Actor): Signing {
  const { db, now, edgeUrl } = deps
  const own = findMemberOf(db, actor)
  const isLocked = own?.lockedUntil != null && new Date(own.lockedUntil) > now()
  return {
    username: actor.username,
    isSigner: own?.role === 'signer',
    isMember: own !== undefined,
    hasPin: own?.pinHash != null,
    passkeys: own ? listPasskeys(db, own.username).length : 0,
    wrongTries: own?.wrongTries ?? 0,
    lockedUntil: isLocked ? new Date(String(own.lockedUntil)) : null,
    passkeyHost: passkeyHost(edgeUrl),
    move: moveOf(deps),
    members: listMembers(db).map(
      ({ username, displayName, role, department, addedBy, addTime, pinHash, provider, machine }) => ({
        username,
        displayName,
        role,
        department,
        addedBy,
        addTime: new Date(addTime),
        hasPin: pinHash !== null,
        passkeys: listPasskeys(db, username).length,
        fromProvider: provider !== null,
        machineEnd: machine && new Date(machine.endTime),
      }),
    ),
  }
}
