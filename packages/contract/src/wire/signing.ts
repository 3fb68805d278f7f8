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
/** A department's code on the platform, as datasets name it. */
const Department = z.string().trim().max(100).default('')

// All of these calls are our additions, at the party's edge. Those that take a proof answer the edge's own pages only.
export const GetSigning = endpoint({
  method: 'GET',
  path: '/grants/signing',
  server: 'edge',
  output: renamed(
    { ...Signing.shape, lockedUntil: WireTime.nullable(), members: z.array(WireMember) },
    // The list formerly contained signers only.
    { members: 'signers' },
  ),
  summary: "What the caller is to this edge, with which factors, and who else is on the edge's own list.",
})
export const MakeSigningChallenge = endpoint({
  method: 'POST',
  path: '/grants/challenge',
  server: 'edge',
  input: z.object({ act: SigningAct }),
  output: PasskeyOptions,
  summary: `What a passkey has to answer for exactly this act; good once, for ${CHALLENGE_MINUTES} minutes.`,
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
  summary: "Puts somebody on the edge's list and answers the one-time code to hand to them.",
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
  summary: `Puts a program on the edge's list, as a reader with a key of its own, for ${MACHINE_KEY_DAYS.most} days at the most.`,
})
export const ChangeEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/change`,
  server: 'edge',
  input: z.object({ username: z.string(), role: EdgeRole, department: Department, proof: Proof }),
  summary: "Gives somebody on the edge's list another role or department; one who can sign always stays.",
})
export const ResetEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/reset`,
  server: 'edge',
  input: z.object({ username: z.string(), proof: Proof }),
  output: z.object({ code: z.string() }),
  summary:
    "Takes PIN, passkeys and sessions from somebody on the edge's list and answers the one-time code for new ones.",
})
export const RemoveEdgeMember = endpoint({
  method: 'POST',
  path: `${PATH}/:username/remove`,
  server: 'edge',
  input: z.object({ username: z.string(), proof: Proof }),
  summary: "Takes somebody off the edge's list, and ends their sessions; one who can sign always stays.",
})
export const SetSigningPin = endpoint({
  method: 'POST',
  path: '/grants/pin',
  server: 'edge',
  input: z.object({ pin: NewPin, proof: FirstProof }),
  summary: "Sets the caller's PIN: the first one with the one-time code, another with a factor they have.",
})
export const GetPasskeyOptions = endpoint({
  method: 'POST',
  path: '/grants/passkey/options',
  server: 'edge',
  output: PasskeyOptions,
  summary: 'What a browser needs to make a passkey for this edge.',
})
export const AddPasskey = endpoint({
  method: 'POST',
  path: '/grants/passkey',
  server: 'edge',
  input: z.object({ registration: PasskeyRegistration, proof: FirstProof }),
  summary: 'Keeps a passkey of the caller: the first one with the one-time code, another with a factor they have.',
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
  summary: `This edge's word that another machine, by its key and address, takes its place in the party; good for ${HANDOVER_HOURS} hours.`,
})

export const ConfirmAddress = endpoint({
  method: 'POST',
  path: '/grants/address',
  server: 'edge',
  input: z.object({ edgeUrl: z.url().max(500), proof: Proof }),
  summary: "Has the platform lead the party's browsers to the address that this edge's settings name now.",
})

const WireEdgeSession = renamed({ ...EdgeSession.shape, openTime: WireTime, endTime: WireTime })

// Each of these calls comes with a proof of the session's key (`PROOF_HEADER`).
export const OpenEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions',
  server: 'edge',
  access: 'open',
  input: z.object({ username: Username, proof: Proof }),
  output: WireEdgeSession,
  summary: "Opens a session of a member of the edge, for the key that the request's proof is signed with.",
})
export const MakeSessionChallenge = endpoint({
  method: 'POST',
  path: '/sessions/challenge',
  server: 'edge',
  access: 'open',
  input: z.object({ username: Username }),
  output: PasskeyOptions,
  summary: `What a passkey has to answer to open a session for that key; good once, for ${CHALLENGE_MINUTES} minutes.`,
})
export const OpenMachineSession = endpoint({
  method: 'POST',
  path: '/sessions/machine',
  server: 'edge',
  access: 'open',
  output: WireEdgeSession,
  summary: "Opens a session of a program on the edge's list, whose own key the request's proof is signed with.",
})
export const GetSessionProvider = endpoint({
  method: 'GET',
  path: '/sessions/provider',
  server: 'edge',
  access: 'open',
  output: SessionProvider.nullable(),
  summary: "What the house's identity provider is called; null where this edge goes by none.",
})
export const BeginProviderSession = endpoint({
  method: 'POST',
  path: '/sessions/provider',
  server: 'edge',
  access: 'open',
  output: z.object({ url: z.string() }),
  summary: `Where somebody logs in at the house's identity provider to open a session for that key; good once, for ${PROVIDER_LOGIN_MINUTES} minutes.`,
})
export const OpenProviderSession = endpoint({
  method: 'POST',
  path: '/sessions/provider/answer',
  server: 'edge',
  access: 'open',
  input: z.object({ answer: z.string().max(8_000) }),
  output: WireEdgeSession,
  summary: 'Opens a session for that key by what the provider answered: the query it led the browser back with.',
})
export const GetEdgeSession = endpoint({
  method: 'GET',
  path: '/sessions/own',
  server: 'edge',
  access: 'open',
  output: WireEdgeSession.nullable(),
  summary: "The session that the request's proof is of; null for none.",
})
export const ShareEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions/frame',
  server: 'edge',
  input: z.object({ proof: z.string().max(2_000) }),
  summary:
    "Lets a frame of the same browser into the session that the request's proof is of, by a proof of this call with the frame's own key.",
})
export const EndEdgeSession = endpoint({
  method: 'POST',
  path: '/sessions/end',
  server: 'edge',
  summary: "Ends the session that the request's proof is of.",
})
