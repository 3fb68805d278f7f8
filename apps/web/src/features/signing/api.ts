import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import type { EdgeMember, FirstProof, Input, Proof, Signing, SigningAct } from '@tessera/contract'
import {
  AddEdgeMember,
  AddMachineKey,
  AddPasskey,
  BeginProviderSession,
  ChangeEdgeMember,
  ConfirmAddress,
  EDGE_PAGE_PATHS,
  EndEdgeSession,
  GetEdgeSession,
  GetPasskeyOptions,
  GetSessionProvider,
  GetSigning,
  HandOver,
  MakeSessionChallenge,
  MakeSigningChallenge,
  OpenEdgeSession,
  OpenProviderSession,
  RemoveEdgeMember,
  ResetEdgeMember,
  SESSION_PAGE_PATH,
  SetSigningPin,
} from '@tessera/contract/wire'
import { ApiError } from '../../lib/api-error.ts'
import { addressHere, callOwnEdge } from '../../lib/own-edge.ts'

// Calls about members, factors and sessions. All of them go only to the edge that served the page.

export const signingQuery = () =>
  queryOptions({ queryKey: ['signing'], queryFn: () => callOwnEdge(GetSigning), retry: false })

export const namesOfSigners = ({ members }: Signing) =>
  members
    .filter(({ role }) => role === 'signer')
    .map(({ displayName }) => displayName)
    .join(', ')

export const setPin = (pin: string, proof: FirstProof) => callOwnEdge(SetSigningPin, { pin, proof })
type Named = Pick<EdgeMember, 'username' | 'role' | 'department'>
export const addMember = (member: Named & Pick<EdgeMember, 'displayName'>, proof: Proof) =>
  callOwnEdge(AddEdgeMember, { ...member, proof })
export const addMachine = (machine: Omit<Input<typeof AddMachineKey>, 'proof'>, proof: Proof) =>
  callOwnEdge(AddMachineKey, { ...machine, proof })
export const handOver = (to: Pick<Input<typeof HandOver>, 'to' | 'edgeUrl'>, proof: Proof) =>
  callOwnEdge(HandOver, { ...to, proof })
export const confirmAddress = (edgeUrl: string, proof: Proof) => callOwnEdge(ConfirmAddress, { edgeUrl, proof })
export const changeMember = (member: Named, proof: Proof) => callOwnEdge(ChangeEdgeMember, { ...member, proof })
export const resetMember = (username: string, proof: Proof) => callOwnEdge(ResetEdgeMember, { username, proof })
export const removeMember = (username: string, proof: Proof) => callOwnEdge(RemoveEdgeMember, { username, proof })

/** The query key of this browser's session at the edge. */
export const SESSION_KEY = ['edge-session'] as const
export const sessionQuery = () =>
  queryOptions({ queryKey: SESSION_KEY, queryFn: () => callOwnEdge(GetEdgeSession), retry: false })
export const openSession = (username: string, proof: Proof) => callOwnEdge(OpenEdgeSession, { username, proof })
export const endSession = () => callOwnEdge(EndEdgeSession)
export async function openSessionWithPasskey(username: string) {
  return openSession(username, await answerOf(await callOwnEdge(MakeSessionChallenge, { username })))
}

/** Query for the organisation's identity provider, or null if this edge uses none. */
export const providerQuery = () =>
  queryOptions({ queryKey: ['session-provider'], queryFn: () => callOwnEdge(GetSessionProvider), retry: false })
const LEFT_FROM = 'left for the provider from'
/** Redirects to the identity provider, which then redirects to the session page. */
export async function goToProvider() {
  const { url } = await callOwnEdge(BeginProviderSession)
  sessionStorage.setItem(LEFT_FROM, addressHere())
  location.assign(url)
}
/**
 * Opens a session with the answer of the identity provider. Returns the address of the page before the redirect, with
 * its query.
 */
export async function openProviderSession(answer: string): Promise<string> {
  await callOwnEdge(OpenProviderSession, { answer })
  const left = sessionStorage.getItem(LEFT_FROM) ?? ''
  const isKnown = EDGE_PAGE_PATHS.some((known) => known === left.split(/[?#]/)[0])
  return isKnown ? left : SESSION_PAGE_PATH
}

/** Returns whether this browser supports passkeys at this address. */
export const knowsPasskeys = () => window.isSecureContext && browserSupportsWebAuthn()

/** Asks the browser for a passkey's signature of exactly this act. */
export async function askPasskey(act: SigningAct): Promise<Proof> {
  return answerOf(await callOwnEdge(MakeSigningChallenge, { act }))
}

async function answerOf(optionsJSON: object): Promise<Proof> {
  const passkey = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(notGiven)
  return { passkey: passkey as never }
}

/** Creates a passkey in the browser and registers it at the edge. */
export async function addPasskey(prove: () => Promise<FirstProof>) {
  const optionsJSON = await callOwnEdge(GetPasskeyOptions)
  const registration = await startRegistration({ optionsJSON: optionsJSON as never }).catch(notGiven)
  await callOwnEdge(AddPasskey, { registration: registration as never, proof: await prove() })
}

/** Names of the errors with which browsers report a cancelled request, a timeout or a missing passkey. */
const NOT_GIVEN = ['NotAllowedError', 'AbortError']

/** Replaces the browser's own message, because that message addresses developers. */
function notGiven(error: unknown): never {
  const isMissing = error instanceof Error && NOT_GIVEN.includes(error.name)
  throw new ApiError(isMissing ? 'signing.passkey-not-given' : 'signing.passkey-refused')
}
