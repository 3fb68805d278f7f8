import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Grant, GrantDraft } from '../grant.ts'
import { NamesProposal, NamesToConfirm } from '../names.ts'
import { columnsOf, Plan } from '../run.ts'
import { GrantEvent, Proof } from '../signing.ts'
import { renamed, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'

/** A table's columns and its label by their names too, which is all that versions up to 2.6.4 know and tell of them. */
const WirePlan = z.codec(
  z.object({ ...Plan.partial().shape, columns: z.array(z.string()).optional(), label: z.string().optional() }),
  Plan,
  {
    decode: ({ columns, label, ...plan }) => ({ ...(columns && planOfBefore(columns, label ?? '')), ...plan }) as Plan,
    encode: (plan) => ({ ...plan, columns: columnsOf(plan), label: plan.target?.column ?? '' }),
  },
)

/** Which columns held texts it did not say; nothing runs under it, and its names are what is read. */
const planOfBefore = (columns: string[], label: string): Partial<Plan> => ({
  data: { kind: 'table', columns: columns.map((name) => ({ name, kind: 'number' })) },
  target: { kind: 'number', column: label },
  ...{ parties: [], fewest: 0, seed: '' },
})

const WireGrantDraft = renamed({ ...GrantDraft.shape, plan: WirePlan, expiryTime: WireTime })
const WireGrant = renamed(
  {
    ...Grant.shape,
    plan: WirePlan,
    signTime: WireTime,
    expiryTime: WireTime,
    withdrawTime: WireTime.nullable(),
  },
  // As edges and consoles up to 2.6.4 call it.
  { status: 'standing' },
)

// All of these are ours, and all at the party's edge: the platform takes no part in consent.
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
export const SignGrant = endpoint({
  method: 'POST',
  path: '/grants',
  server: 'edge',
  input: z.object({ taskId: z.string(), planHash: z.string(), datasetId: z.string(), proof: Proof }),
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
