import { z } from 'zod'
import { EdgeSession, SessionProvider } from '../edge-session.ts'
import { endpoint } from '../endpoint.ts'
import { CHALLENGE_MINUTES, HANDOVER_HOURS, MACHINE_KEY_DAYS, PROVIDER_LOGIN_MINUTES } from '../figures.ts'
import {
  EdgeMember,
  EdgeRole,
  FirstProof,
  MachineKey,
  NewPin,
  PasskeyOptions,
  PasskeyRegistration,
  Proof,
  Signing,
  SigningAct,
} from '../signing.ts'
import { renamed, WireTime } from './codec.ts'

const WireMember = renamed({
  ...EdgeMember.shape,
  addTime: WireTime,
  machineEnd: WireTime.nullable().default(null),
})
const PATH = '/grants/members'
const Username = z.string().trim().normalize('NFC').min(1).max(100)
/** Code of a department on the platform. Datasets at the edge refer to departments by this code. */
const Department = z.string().trim().max(100).default('')

// Tessera added the calls in this file to the API. The party's edge serves them. Calls that take a PIN or passkey are
// answered only to the edge's own pages.
export const GetSigning = endpoint({
  method: 'GET',
  path: '/grants/signing',
  server: 'edge',
  output: renamed(
    { ...Signing.shape, lockedUntil: WireTime.nullable(), members: z.array(WireMember) },
    // The API name of the members is `signers`, because the list formerly contained only signers.
    { members: 'signers' },
  ),
  summary: "Returns the caller's role and factors at this edge, and the edge's list of members.",
})
export const MakeSigningChallenge = endpoint({
  method: 'POST',
  path: '/grants/challenge',
  server: 'edge',
  input: z.object({ act: SigningAct }),
  output: PasskeyOptions,
  summary: `Returns a single-use challenge for a passkey and one act, valid for ${CHALLENGE_MINUTES} minutes.`,
})
export const AddEdgeMember = endpoint({
  method: 'POST',
  path: PATH,
  server: 'edge',
  input: z.object({
    username: Username,
    displayName: z.string().trim().max(100).default(''),
    role: EdgeRole,
    department: Department,
    proof: Proof,
  }),
  output: z.object({ code: z.string() }),
  summary: "Adds a member to the edge's list, and returns the one-time code for their first factor.",
})
export const AddMachineKey = endpoint({
  method: 'POST',
  path: '/grants/machines',
  server: 'edge',
  input: z.object({
    username: Username,
    department: Department,
    days: z.int().min(1).max(MACHINE_KEY_DAYS.most),
    publicKey: MachineKey,
    proof: Proof,
  }),
  output: z.object({ endTime: WireTime }),
  summary: `Adds a program to the edge's list, as a reader with its own key, for at most ${MACHINE_KEY_DAYS.most} days.`,
})
export const ChangeEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/change`,
  server: 'edge',
  input: z.object({ username: z.string(), role: EdgeRole, department: Department, proof: Proof }),
  summary: "Changes the role or department of a member on the edge's list.",
  description: 'One signer always remains.',
})
export const ResetEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/reset`,
  server: 'edge',
  input: z.object({ username: z.string(), proof: Proof }),
  output: z.object({ code: z.string() }),
  summary: "Revokes a member's PIN, passkeys and sessions, and returns a one-time code for new ones.",
})
export const RemoveEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/remove`,
  server: 'edge',
  input: z.object({ username: z.string(), proof: Proof }),
  summary: "Removes a member from the edge's list and ends their sessions.",
  description: 'One signer always remains.',
})
export const SetSigningPin = endpoint({
  method: 'POST',
  path: '/grants/pin',
  server: 'edge',
  input: z.object({ pin: NewPin, proof: FirstProof }),
  summary: "Sets the caller's PIN.",
  description: 'The first factor needs the one-time code, any other an existing factor.',
})
export const GetPasskeyOptions = endpoint({
  method: 'POST',
  path: '/grants/passkey/options',
  server: 'edge',
  output: PasskeyOptions,
  summary: 'Returns what a browser needs to create a passkey for this edge.',
})
export const AddPasskey = endpoint({
  method: 'POST',
  path: '/grants/passkey',
  server: 'edge',
  input: z.object({ registration: PasskeyRegistration, proof: FirstProof }),
  summary: 'Adds a passkey of the caller.',
  description: 'The first factor needs the one-time code, any other an existing factor.',
})

export const HandOver = endpoint({
  method: 'POST',
  path: '/grants/handover',
  server: 'edge',
  input: z.object({
    to: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{64}$/, 'give the fingerprint as the other machine says it: 64 digits and letters a to f'),
    edgeUrl: z.url().max(500),
    proof: Proof,
  }),
  output: z.object({ text: z.string(), endTime: WireTime }),
  summary: `Signs this edge's approval that another edge replaces it, valid for ${HANDOVER_HOURS} hours.`,
})

export const ConfirmAddress = endpoint({
  method: 'POST',
  path: '/grants/address',
  server: 'edge',
  input: z.object({ edgeUrl: z.url().max(500), proof: Proof }),
  summary: "Confirms the address of this edge's settings as the one to which the platform sends browsers.",
})

const WireEdgeSession = renamed({ ...EdgeSession.shape, openTime: WireTime, endTime: WireTime })

// Each of the following calls carries a proof of the session's key (`PROOF_HEADER`).
export const OpenEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions',
  server: 'edge',
  access: 'open',
  input: z.object({ username: Username, proof: Proof }),
  output: WireEdgeSession,
  summary: 'Opens a session of a member for the key of the proof.',
})
export const MakeSessionChallenge = endpoint({
  method: 'POST',
  path: '/sessions/challenge',
  server: 'edge',
  access: 'open',
  input: z.object({ username: Username }),
  output: PasskeyOptions,
  summary: `Returns a single-use challenge with which a passkey opens a session, valid for ${CHALLENGE_MINUTES} minutes.`,
})
export const OpenMachineSession = endpoint({
  method: 'POST',
  path: '/sessions/machine',
  server: 'edge',
  access: 'open',
  output: WireEdgeSession,
  summary: 'Opens a session of a program for the key of the proof.',
})
export const GetSessionProvider = endpoint({
  method: 'GET',
  path: '/sessions/provider',
  server: 'edge',
  access: 'open',
  output: SessionProvider.nullable(),
  summary: "Returns the name of the organisation's identity provider.",
  description: 'The result is null if the edge uses none.',
})
export const BeginProviderSession = endpoint({
  method: 'POST',
  path: '/sessions/provider',
  server: 'edge',
  access: 'open',
  output: z.object({ url: z.string() }),
  summary: `Returns the single-use log-in address at the organisation's identity provider, valid for ${PROVIDER_LOGIN_MINUTES} minutes.`,
})
export const OpenProviderSession = endpoint({
  method: 'POST',
  path: '/sessions/provider/answer',
  server: 'edge',
  access: 'open',
  input: z.object({ answer: z.string().max(8_000) }),
  output: WireEdgeSession,
  summary: "Opens a session with the answer of the organisation's identity provider.",
  description: '`answer` is the query with which the provider redirected the browser.',
})
export const GetEdgeSession = endpoint({
  method: 'GET',
  path: '/sessions/own',
  server: 'edge',
  access: 'open',
  output: WireEdgeSession.nullable(),
  summary: 'Returns the session of the proof.',
  description: 'The result is null if there is none.',
})
export const ShareEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions/frame',
  server: 'edge',
  input: z.object({ proof: z.string().max(2_000) }),
  summary: 'Admits a frame of the same browser to the session.',
  description: "`proof` is a proof of this call with the frame's own key.",
})
export const EndEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions/end',
  server: 'edge',
  summary: 'Ends the session.',
})
