import { fail, type Signing } from '@tessera/contract'
import {
  AddPasskey,
  AddSigner,
  GetPasskeyOptions,
  GetSigning,
  MakeSigningChallenge,
  RemoveSigner,
  SetSigningPin,
  TICKET_PAGE_PATH,
} from '@tessera/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../lib/edge-token.ts'
import type { Serve } from '../../lib/serve.ts'
import { addPasskey, addSigner, removeSigner, setPin } from './change.ts'
import type { SigningDeps } from './deps.ts'
import { challengeOptions, passkeyHost, registrationOptions } from './passkeys.ts'
import { signerOf } from './prove.ts'
import { findSignerOf, listPasskeys, listSigners } from './queries.ts'

export function signingRoutes(serve: Serve, app: FastifyInstance, deps: SigningDeps) {
  serve(app, GetSigning, (_input, actor) => presentSigning(deps, actor))

  serve(app, MakeSigningChallenge, async ({ act }, actor) => ({
    ...(await challengeOptions(deps, signerOf(deps, actor), actor, act)),
  }))

  serve(app, AddSigner, async (input, actor, { request }) => {
    refuseOtherPages(deps, request)
    return { code: await addSigner(deps, input, actor) }
  })

  serve(app, RemoveSigner, async (input, actor, { request }) => {
    refuseOtherPages(deps, request)
    await removeSigner(deps, input, actor)
    return null
  })

  serve(app, SetSigningPin, async (input, actor, { request }) => {
    refuseOtherPages(deps, request)
    await setPin(deps, input, actor)
    return null
  })

  serve(app, GetPasskeyOptions, async (_input, actor) => ({
    ...(await registrationOptions(deps, signerOf(deps, actor), actor)),
  }))

  serve(app, AddPasskey, async (input, actor, { request }) => {
    refuseOtherPages(deps, request)
    await addPasskey(deps, input, actor)
    return null
  })
}

/** A browser says truly which page a call comes from: no script of the platform's tries PINs in a member's browser. */
export function refuseOtherPages({ edgeUrl }: Pick<SigningDeps, 'edgeUrl'>, { headers }: FastifyRequest) {
  if (headers.origin === undefined || headers.origin === new URL(edgeUrl).origin) return
  fail('signing.own-page-only', { edge: `${edgeUrl}${TICKET_PAGE_PATH}` })
}

function presentSigning({ db, now, edgeUrl }: SigningDeps, actor: Actor): Signing {
  const own = findSignerOf(db, actor)
  const isLocked = own?.lockedUntil != null && new Date(own.lockedUntil) > now()
  return {
    username: actor.username,
    isSigner: own !== undefined,
    hasPin: own?.pinHash != null,
    passkeys: own ? listPasskeys(db, own.username).length : 0,
    wrongTries: own?.wrongTries ?? 0,
    lockedUntil: isLocked ? new Date(String(own.lockedUntil)) : null,
    passkeyHost: passkeyHost(edgeUrl),
    signers: listSigners(db).map(({ username, displayName, addedBy, addTime, pinHash }) => ({
      ...{ username, displayName, addedBy },
      addTime: new Date(addTime),
      hasPin: pinHash !== null,
      passkeys: listPasskeys(db, username).length,
    })),
  }
}
