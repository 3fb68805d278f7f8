import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Grant, GrantDraft, NearTicket, RowComparison, RowRemedy } from '../grant.ts'
import { NamesProposal, NamesToConfirm } from '../names.ts'
import { GrantEvent, Proof } from '../signing.ts'
import { renamed, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'

const WireGrantDraft = renamed({ ...GrantDraft.shape, expiryTime: WireTime })
const WireGrant = renamed({
  ...Grant.shape,
  signTime: WireTime,
  expiryTime: WireTime,
  withdrawTime: WireTime.nullable(),
})

// Tessera added the calls in this file to the API. The party's edge serves them, because the platform takes no part in
// consent.
export const ProposeNames = endpoint({
  method: 'GET',
  path: '/names',
  server: 'edge',
  input: z.object({ taskId: z.string() }),
  output: NamesToConfirm,
  summary: 'Returns the categories and classes that the plan of a task may name.',
  description: 'Only those that enough of the rows selected for the task have.',
})
export const ConfirmNames = endpoint({
  method: 'POST',
  path: '/names',
  server: 'edge',
  input: NamesProposal,
  output: z.null(),
  summary: 'Sends the platform the categories and classes that a member has confirmed.',
})
export const DraftGrant = endpoint({
  method: 'GET',
  path: '/grants/draft',
  server: 'edge',
  input: z.object({ taskId: z.string() }),
  output: WireGrantDraft,
  summary: 'Returns the ticket to sign for a task.',
  description: "The edge has fetched and hashed the task's code itself.",
})
export const CompareRows = endpoint({
  method: 'GET',
  path: '/grants/comparison',
  server: 'edge',
  input: z.object({ taskId: z.string() }),
  output: renamed({
    ...RowComparison.shape,
    near: z.array(renamed({ ...NearTicket.shape, signTime: WireTime })).nullable(),
  }),
  summary: 'Compares the rows of a ticket to sign with those of all tickets whose run began.',
  description: 'While the edge compares, the answer reports its progress.',
})
export const ChangeRows = endpoint({
  method: 'POST',
  path: '/grants/comparison',
  server: 'edge',
  input: z.object({ taskId: z.string(), grantId: z.string(), remedy: RowRemedy }),
  output: z.object({ datasetId: z.string(), rowCount: z.int() }),
  summary: 'Selects other rows for a task.',
  description: 'Those of an earlier ticket again, or so many fewer that the difference from it is large enough.',
})
export const SignGrant = endpoint({
  method: 'POST',
  path: '/grants',
  server: 'edge',
  input: z.object({
    taskId: z.string(),
    planHash: z.string(),
    datasetId: z.string(),
    proof: Proof,
    /** Ids of earlier tickets whose rows differ by only a few rows. The signer has read and confirmed them. */
    confirmed: z.array(z.string()).optional(),
  }),
  output: WireGrant,
  summary: 'Signs the ticket for exactly this plan hash and these rows.',
  description: "Only members on the edge's own list can sign, with their PIN or passkey.",
})
export const ListGrants = endpoint({
  method: 'GET',
  path: '/grants',
  server: 'edge',
  input: z.object({ taskId: z.string().optional() }),
  output: z.array(WireGrant),
  summary: "Lists the party's tickets, newest first.",
})
export const WithdrawGrant = endpoint({
  method: 'POST',
  path: '/grants/:id/withdraw',
  server: 'edge',
  input: z.object({ id: z.string(), proof: Proof }),
  output: WireGrant,
  summary: 'Withdraws a ticket with PIN or passkey.',
  description: 'Training stops for this party.',
})
export const ListGrantEvents = endpoint({
  method: 'GET',
  path: '/grants/:id/log',
  server: 'edge',
  input: z.object({ ...pageInput, id: z.string() }),
  output: pageOf(renamed({ ...GrantEvent.shape, time: WireTime })),
  summary: "Lists what was done under a ticket, from the edge's own log, newest first.",
})
