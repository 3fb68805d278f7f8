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

// All of these calls are our additions, and all are at the party's edge: the platform takes no part in consent.
export const ProposeNames = endpoint({
  method: 'GET',
  path: '/names',
  server: 'edge',
  input: z.object({ taskId: z.string() }),
  output: NamesToConfirm,
  summary: 'Categories and classes of the rows set aside for a task that enough of them have: what its plan may name.',
})
export const ConfirmNames = endpoint({
  method: 'POST',
  path: '/names',
  server: 'edge',
  input: NamesProposal,
  output: z.null(),
  summary: 'Sends the platform these categories and classes, which the edge proposed and a member has seen.',
})
export const DraftGrant = endpoint({
  method: 'GET',
  path: '/grants/draft',
  server: 'edge',
  input: z.object({ taskId: z.string() }),
  output: WireGrantDraft,
  summary: 'The ticket to sign for a task, with the code fetched and hashed by the edge itself.',
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
  summary:
    'Compares the rows of the ticket to sign for a task with those of every ticket whose run began; while the edge compares, how much is done.',
})
export const ChangeRows = endpoint({
  method: 'POST',
  path: '/grants/comparison',
  server: 'edge',
  input: z.object({ taskId: z.string(), grantId: z.string(), remedy: RowRemedy }),
  output: z.object({ datasetId: z.string(), rowCount: z.int() }),
  summary:
    'Sets other rows aside for a task: those of an earlier ticket again, or without as many as make the difference from it large enough.',
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
    /** Ids of earlier tickets whose rows differ by only a few, which the signer has read and confirmed. */
    confirmed: z.array(z.string()).optional(),
  }),
  output: WireGrant,
  summary:
    "Signs the ticket with exactly this plan hash and these rows; only those on the edge's own list, with their PIN or passkey.",
})
export const ListGrants = endpoint({
  method: 'GET',
  path: '/grants',
  server: 'edge',
  input: z.object({ taskId: z.string().optional() }),
  output: z.array(WireGrant),
  summary: "The party's tickets, newest first.",
})
export const WithdrawGrant = endpoint({
  method: 'POST',
  path: '/grants/:id/withdraw',
  server: 'edge',
  input: z.object({ id: z.string(), proof: Proof }),
  output: WireGrant,
  summary: 'Withdraws a ticket, with PIN or passkey; training stops for this party.',
})
export const ListGrantEvents = endpoint({
  method: 'GET',
  path: '/grants/:id/log',
  server: 'edge',
  input: z.object({ ...pageInput, id: z.string() }),
  output: pageOf(renamed({ ...GrantEvent.shape, time: WireTime })),
  summary: "What was done under a ticket, from the edge's own log, newest first.",
})
