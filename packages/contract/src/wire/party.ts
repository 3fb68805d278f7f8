import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NodeCondition, Party } from '../party.ts'
import { renamed, WirePartyId, WireTime } from './codec.ts'

export const WireParty = renamed(
  {
    ...Party.shape,
    id: WirePartyId,
    createTime: WireTime,
    isDeployed: z.codec(z.number(), z.boolean(), { decode: (n) => n === 1, encode: (b) => (b ? 1 : 0) }),
  },
  { edgeUrl: 'uploadUrl', isDeployed: 'status' },
)
const base = '/platform/flPartyInfo'

export const ListMyParties = endpoint({
  method: 'GET',
  path: `${base}/queryPartyInfo`,
  access: 'user',
  output: z.array(WireParty).nullable(),
  summary: "The caller's parties; null for a tourist.",
})
export const GetParty = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: renamed({ partyId: WirePartyId }, { partyId: 'id' }),
  output: WireParty,
  summary: 'One party; the address of its edge only for its members.',
})
export const CreatePartyInvite = endpoint({
  method: 'GET',
  path: `${base}/inviteCode`,
  output: z.string(),
  summary: 'An eight-digit code to join the party, for ten days and one use; administrators only.',
})
export const JoinParty = endpoint({
  method: 'POST',
  path: `${base}/joinParty`,
  access: 'user',
  carrier: 'form',
  input: z.object({ inviteCode: z.string() }),
  output: renamed({ partyId: WirePartyId, partyName: z.string() }),
  summary: 'Joins a party by its code, as an ordinary member.',
})
const partyFields = { id: WirePartyId, name: z.string(), nameEn: z.string() }
export const CheckParty = endpoint({
  method: 'POST',
  path: `${base}/checkOnlyParty`,
  access: 'user',
  input: renamed(partyFields),
  output: z.boolean(),
  summary: 'Succeeds when id, name and English name are free.',
})
export const CreateParty = endpoint({
  method: 'POST',
  path: `${base}/register`,
  access: 'user',
  input: renamed({ ...partyFields, avatar: z.string().nullable().optional() }),
  output: WireParty,
  summary: 'Creates a party; the caller becomes its administrator.',
})
export const UpdateParty = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  input: renamed({
    id: WirePartyId,
    name: z.string().optional(),
    nameEn: z.string().optional(),
    avatar: z.string().nullable().optional(),
  }),
  output: WireParty,
  summary: 'Changes the party; administrators only.',
})
export const CreateEdgeEnrolment = endpoint({
  method: 'POST',
  path: `${base}/edgeEnrolment`,
  output: z.object({ code: z.string(), expiresInSeconds: z.number() }),
  summary:
    "A one-time code with which the party's edge joins; administrators only. Replaces an edge that joined before.",
})
export const UploadFile = endpoint({
  method: 'POST',
  path: '/sys/common/upload',
  access: 'user',
  carrier: 'multipart',
  input: z.object({ biz: z.string().optional() }),
  summary: 'Stores a picture of at most 3 MB; its path is in `message`.',
})
/** Names of an edge's components on the wire. */
const wireComponents = { python: 'runner', rollsite: 'supernode', minio: 'storage', fledge: 'edge' } as const
const WireComponent = z.codec(
  z.enum(['python', 'rollsite', 'minio', 'fledge']),
  z.enum(['runner', 'supernode', 'storage', 'edge']),
  {
    decode: (name) => wireComponents[name],
    encode: (ours) =>
      (Object.keys(wireComponents) as (keyof typeof wireComponents)[]).find((key) => wireComponents[key] === ours) ??
      'fledge',
  },
)
export const ListFailingSoftware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/softWareStatus',
  carrier: 'form',
  output: z.array(WireComponent),
  summary: "Components of the party's edge that are not ready; none means the environment is deployed.",
})
export const ListFailingHardware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/hardWareStatus',
  carrier: 'form',
  output: z.array(NodeCondition),
  summary: "Conditions the party's edge suffers from.",
})
export const GetFirstSteps = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/beginnerJob',
  carrier: 'form',
  output: renamed(
    { isDeployed: z.number(), hasAvatar: z.number(), hasInvited: z.number() },
    { isDeployed: 'deployStatus', hasAvatar: 'avatarStatus', hasInvited: 'inviteStatus' },
  ),
  summary: 'Which first steps the party has done, 0 or 1 each.',
})
