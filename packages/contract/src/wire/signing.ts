import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CHALLENGE_MINUTES } from '../figures.ts'
import {
  FirstProof,
  NewPin,
  PasskeyOptions,
  PasskeyRegistration,
  Proof,
  Signer,
  Signing,
  SigningAct,
} from '../signing.ts'
import { renamed, WireTime } from './codec.ts'

const WireSigner = renamed({ ...Signer.shape, addTime: WireTime })
const PATH = '/grants/signers'

// All of these are ours, and at the party's edge. Those that take a proof answer the edge's own pages only.
export const GetSigning = endpoint({
  method: 'GET',
  path: '/grants/signing',
  server: 'edge',
  output: renamed({ ...Signing.shape, lockedUntil: WireTime.nullable(), signers: z.array(WireSigner) }),
  summary: 'How the caller may sign at this edge, and who else may.',
})
export const MakeSigningChallenge = endpoint({
  method: 'POST',
  path: '/grants/challenge',
  server: 'edge',
  input: z.object({ act: SigningAct }),
  output: PasskeyOptions,
  summary: `What a passkey has to answer for exactly this act; good once, for ${CHALLENGE_MINUTES} minutes.`,
})
export const AddSigner = endpoint({
  method: 'POST',
  path: PATH,
  server: 'edge',
  input: z.object({
    username: z.string().trim().min(1).max(100),
    displayName: z.string().trim().max(100).default(''),
    proof: Proof,
  }),
  output: z.object({ code: z.string() }),
  summary:
    "Puts somebody on the edge's list of signers and answers the one-time code to hand to them; anew for one who has no PIN and no passkey yet.",
})
export const RemoveSigner = endpoint({
  method: 'POST',
  path: `${PATH}/:username/remove`,
  server: 'edge',
  input: z.object({ username: z.string(), proof: Proof }),
  summary: "Takes somebody off the edge's list of signers; one always stays.",
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
