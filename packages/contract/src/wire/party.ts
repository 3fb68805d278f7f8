import { z } from 'zod'
import { PartyRole } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { PARTY_INVITE_DAYS, PICTURE_MEGABYTES } from '../figures.ts'
import { EdgeStatus, JoinRequest, Member, NodeCondition, Party, SoftwarePart } from '../party.ts'
import { renamed, WirePartyId, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'
import { WireJoinStatus, WireReview } from './vocabulary.ts'

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
export const ListParties = endpoint({
  method: 'GET',
  path: `${base}/parties`,
  access: 'user',
  input: z.object({ ...pageInput, name: z.string().optional() }),
  output: pageOf(renamed({ id: WirePartyId, name: z.string(), avatar: z.string().nullable() })),
  summary: "The federation's parties, in the order of their names. Ours.",
})
export const CreatePartyInvite = endpoint({
  method: 'GET',
  path: `${base}/inviteCode`,
  output: z.string(),
  summary: `An eight-digit code to join the party, for ${PARTY_INVITE_DAYS} days and one use; administrators only.`,
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
/** The same call under its older name. */
export const CreatePartyOlder = { ...CreateParty, path: `${base}/lbregister` }
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
  output: z.object({ code: z.string(), command: z.string(), expiresInSeconds: z.number() }),
  summary:
    "A one-time code, and the command with it, by which the party's edge joins; administrators only. Replaces an edge that joined before.",
})
export const GetEdge = endpoint({
  method: 'GET',
  path: `${base}/edge`,
  output: renamed(
    { ...EdgeStatus.shape, enrolTime: WireTime.nullable(), lastSeen: WireTime.nullable() },
    { edgeUrl: 'uploadUrl' },
  ),
  summary: "The party's edge: whether it is there, who enrolled it, by which keys it is known.",
})
export const RevokeEdge = endpoint({
  method: 'DELETE',
  path: `${base}/edge`,
  summary: "Shuts the party's edge out at once; administrators only. A new enrolment lets one in again.",
})
export const GetEdgeCertificate = endpoint({
  method: 'GET',
  path: `${base}/edgeCertificate`,
  input: renamed({ partyId: WirePartyId }, { partyId: 'id' }),
  output: z.object({ pem: z.string().nullable() }),
  summary: "The root certificate of the party's edge, for its members; null where its certificate is from elsewhere.",
})
const WireMember = renamed({ ...Member.shape, joinTime: WireTime }, { displayName: 'realname' })
export const ListMembers = endpoint({
  method: 'GET',
  path: `${base}/members`,
  output: z.array(WireMember),
  summary: "The party's members, administrators first.",
})
export const SetMemberRole = endpoint({
  method: 'PUT',
  path: `${base}/memberRole`,
  input: z.object({ userId: z.string(), role: PartyRole }),
  summary: 'Appoints or dismisses an administrator; super administrators only. One of them always remains.',
})
export const RemoveMember = endpoint({
  method: 'DELETE',
  path: `${base}/member`,
  input: z.object({ userId: z.string() }),
  summary: 'Takes a member out of the party; administrators only, administrators by super administrators.',
})
export const LeaveParty = endpoint({
  method: 'POST',
  path: `${base}/leave`,
  carrier: 'form',
  summary: 'The caller leaves the party; the last super administrator cannot.',
})
const WireJoinRequest = renamed(
  {
    ...JoinRequest.shape,
    partyId: WirePartyId,
    status: WireJoinStatus,
    createTime: WireTime,
    reviewTime: WireTime.nullable(),
  },
  { displayName: 'realname' },
)
export const AskToJoin = endpoint({
  method: 'POST',
  path: `${base}/joinRequest`,
  access: 'user',
  carrier: 'form',
  input: renamed({ partyId: WirePartyId, note: z.string().optional() }),
  output: WireJoinRequest,
  summary: 'Asks to join a party without a code; its administrators decide.',
})
export const WithdrawJoinRequest = endpoint({
  method: 'DELETE',
  path: `${base}/joinRequest`,
  access: 'user',
  input: z.object({ id: z.string() }),
  summary: "Takes the caller's own waiting request back.",
})
export const ListMyJoinRequests = endpoint({
  method: 'GET',
  path: `${base}/myJoinRequests`,
  access: 'user',
  output: z.array(WireJoinRequest),
  summary: 'What the caller asked to join, newest first.',
})
export const ListJoinRequests = endpoint({
  method: 'GET',
  path: `${base}/joinRequests`,
  output: z.array(WireJoinRequest),
  summary: 'Who asks to join the party, those waiting first; administrators only.',
})
export const ReviewJoinRequest = endpoint({
  method: 'POST',
  path: `${base}/checkJoinRequest`,
  carrier: 'form',
  input: renamed({ id: z.string(), verdict: WireReview }, { verdict: 'checkStatus' }),
  summary: 'Approves (1) or rejects (2) a request to join; administrators only.',
})
export const UploadFile = endpoint({
  method: 'POST',
  path: '/sys/common/upload',
  access: 'user',
  carrier: 'multipart',
  input: z.object({ biz: z.string().optional() }),
  summary: `Stores a picture of at most ${PICTURE_MEGABYTES} MB; its path is in \`message\`.`,
})
/** Names on the wire of what a party needs to train. */
const wireParts = {
  fledge: 'edge',
  board: 'pages',
  minio: 'storage',
  mysql: 'books',
  python: 'runner',
  rollsite: 'supernode',
  nodemanager: 'node',
  clustermanager: 'superlink',
} as const satisfies Record<string, SoftwarePart>
type WireName = keyof typeof wireParts
const WIRE_NAMES = Object.keys(wireParts) as WireName[]
const WireSoftwarePart = z.codec(z.enum(WIRE_NAMES), SoftwarePart, {
  decode: (name) => wireParts[name],
  encode: (part) => WIRE_NAMES.find((name) => wireParts[name] === part) as WireName,
})
export const wireNamesOf = (parts: SoftwarePart[]): string[] => z.array(WireSoftwarePart).encode(parts)

/** Absent, it is the caller's own party. Parties in a common task can ask for another one. */
const partyAskedFor = z.object({ partyId: WirePartyId.optional() })
export const ListFailingSoftware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/softWareStatus',
  carrier: 'form',
  input: partyAskedFor,
  output: z.array(WireSoftwarePart),
  summary:
    "What of a party's software is not ready: the caller's, or one's that is in a task with it. None means the environment is deployed.",
})
export const ListFailingHardware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/hardWareStatus',
  carrier: 'form',
  input: partyAskedFor,
  output: z.array(NodeCondition),
  summary: "Conditions that a party's machine suffers from: the caller's, or one's that is in a task with it.",
})
const partyByName = renamed({ nameEn: z.string() }, { nameEn: 'partyName' })
export const CheckSoftware = endpoint({
  method: 'GET',
  path: '/federalml/readyStatus/appStatus',
  input: partyByName,
  summary:
    'Succeeds where all software of the party with this English name is ready; else 400, and its message names what is not.',
})
export const CheckHardware = endpoint({
  method: 'GET',
  path: '/federalml/readyStatus/nodeStatus',
  input: partyByName,
  summary: "The same of the party's machine.",
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
