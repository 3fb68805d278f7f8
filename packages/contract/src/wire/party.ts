import { z } from 'zod'
import { PartyRole } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { PARTY_INVITE_DAYS, PICTURE_MEGABYTES } from '../figures.ts'
import { BilingualText } from '../language.ts'
import { EdgeStatus, JoinRequest, Member, NodeCondition, Party, SoftwarePart } from '../party.ts'
import { renamed, WireFlag, WirePartyId, WireTime } from './codec.ts'
import { pageInput, pageOf } from './page.ts'
import { WireJoinStatus, WireReview } from './vocabulary.ts'

const NAME = { cn: 'name', en: 'nameEn' } as const
export const WireParty = renamed(
  {
    ...Party.shape,
    id: WirePartyId,
    createTime: WireTime,
    isDeployed: WireFlag,
  },
  { name: NAME, edgeUrl: 'uploadUrl', isDeployed: 'status' },
)
const base = '/platform/flPartyInfo'

export const ListMyParties = endpoint({
  method: 'GET',
  path: `${base}/queryPartyInfo`,
  access: 'user',
  output: z.array(WireParty).nullable(),
  summary: "Lists the caller's parties.",
  description: 'The result is null if the caller has none.',
})
export const GetParty = endpoint({
  method: 'GET',
  path: `${base}/queryById`,
  access: 'user',
  input: renamed({ partyId: WirePartyId }, { partyId: 'id' }),
  output: WireParty,
  summary: 'Returns one party.',
  description: 'Only its members see the address of its edge.',
})
export const ListParties = endpoint({
  method: 'GET',
  path: `${base}/parties`,
  access: 'user',
  input: z.object({ ...pageInput, name: z.string().optional() }),
  output: pageOf(renamed({ id: WirePartyId, name: z.string(), avatar: z.string().nullable() })),
  summary: 'Lists the parties of the federation by name.',
})
export const CreatePartyInvite = endpoint({
  method: 'GET',
  path: `${base}/inviteCode`,
  output: z.string(),
  summary: `Returns a single-use invite code for the party, valid for ${PARTY_INVITE_DAYS} days.`,
})
export const JoinParty = endpoint({
  method: 'POST',
  path: `${base}/joinParty`,
  access: 'user',
  carrier: 'form',
  input: z.object({ inviteCode: z.string() }),
  output: renamed({ partyId: WirePartyId, partyName: z.string() }),
  summary: 'Joins a party with an invite code, as an ordinary member.',
})
const partyFields = { id: WirePartyId, name: BilingualText }
export const CheckParty = endpoint({
  method: 'POST',
  path: `${base}/checkOnlyParty`,
  access: 'user',
  input: renamed(partyFields, { name: NAME }),
  output: z.boolean(),
  summary: 'Succeeds if id, name and English name of a new party are free.',
})
export const CreateParty = endpoint({
  method: 'POST',
  path: `${base}/register`,
  access: 'user',
  input: renamed({ ...partyFields, avatar: z.string().nullable().optional() }, { name: NAME }),
  output: WireParty,
  summary: 'Creates a party with the caller as its super administrator.',
})
/** The call `CreateParty` under its older name. */
export const CreatePartyOlder = {
  ...CreateParty,
  path: `${base}/lbregister`,
  summary: 'Creates a party, as `POST /platform/flPartyInfo/register` does.',
}
export const UpdateParty = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  input: renamed(
    { id: WirePartyId, name: BilingualText.partial().optional(), avatar: z.string().nullable().optional() },
    { name: NAME },
  ),
  output: WireParty,
  summary: "Changes the party's profile.",
})
export const CreateEdgeEnrolment = endpoint({
  method: 'POST',
  path: `${base}/edgeEnrolment`,
  output: z.object({ code: z.string(), command: z.string(), expiresInSeconds: z.number() }),
  summary: "Returns a one-time code with which the party's edge enrols.",
  description: "The new edge replaces the party's previous one.",
})
export const GetEdge = endpoint({
  method: 'GET',
  path: `${base}/edge`,
  output: renamed(
    { ...EdgeStatus.shape, enrolTime: WireTime.nullable(), lastSeen: WireTime.nullable() },
    { edgeUrl: 'uploadUrl' },
  ),
  summary: "Returns the state and the keys of the party's edge, and who enrolled it.",
})
export const RevokeEdge = endpoint({
  method: 'DELETE',
  path: `${base}/edge`,
  summary: "Revokes the party's edge.",
  description: 'A new enrolment admits an edge again.',
})
export const GetEdgeCertificate = endpoint({
  method: 'GET',
  path: `${base}/edgeCertificate`,
  input: renamed({ partyId: WirePartyId }, { partyId: 'id' }),
  output: z.object({ pem: z.string().nullable() }),
  summary: "Returns the root certificate of the party's edge.",
  description: "`pem` is null if another authority issued the edge's certificate.",
})
const WireMember = renamed({ ...Member.shape, joinTime: WireTime }, { displayName: 'realname' })
export const ListMembers = endpoint({
  method: 'GET',
  path: `${base}/members`,
  output: z.array(WireMember),
  summary: "Lists the party's members, administrators first.",
})
export const SetMemberRole = endpoint({
  method: 'PUT',
  path: `${base}/memberRole`,
  input: z.object({ userId: z.string(), role: PartyRole }),
  summary: 'Appoints or dismisses an administrator.',
  description: 'One super administrator always remains.',
})
export const RemoveMember = endpoint({
  method: 'DELETE',
  path: `${base}/member`,
  input: z.object({ userId: z.string() }),
  summary: 'Removes a member from the party.',
  description: 'Only a super administrator can remove an administrator.',
})
export const LeaveParty = endpoint({
  method: 'POST',
  path: `${base}/leave`,
  carrier: 'form',
  summary: 'Removes the caller from the party.',
  description: 'The last super administrator cannot leave.',
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
  summary: 'Requests to join a party without an invite code.',
})
export const WithdrawJoinRequest = endpoint({
  method: 'DELETE',
  path: `${base}/joinRequest`,
  access: 'user',
  input: z.object({ id: z.string() }),
  summary: "Withdraws the caller's own open request to join.",
})
export const ListMyJoinRequests = endpoint({
  method: 'GET',
  path: `${base}/myJoinRequests`,
  access: 'user',
  output: z.array(WireJoinRequest),
  summary: "Lists the caller's requests to join parties, newest first.",
})
export const ListJoinRequests = endpoint({
  method: 'GET',
  path: `${base}/joinRequests`,
  output: z.array(WireJoinRequest),
  summary: 'Lists the requests to join the party, open ones first.',
})
export const ReviewJoinRequest = endpoint({
  method: 'POST',
  path: `${base}/checkJoinRequest`,
  carrier: 'form',
  input: renamed({ id: z.string(), verdict: WireReview }, { verdict: 'checkStatus' }),
  summary: 'Approves or rejects a request to join.',
})
export const UploadFile = endpoint({
  method: 'POST',
  path: '/sys/common/upload',
  access: 'user',
  carrier: 'multipart',
  fileType: 'image/*',
  input: z.object({ biz: z.string().optional() }),
  summary: `Stores a picture of at most ${PICTURE_MEGABYTES} MB.`,
  description: 'The path of the picture is in `message`.',
})
/** API names of the parts that a party needs for training. */
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

/**
 * The party that the caller asks about. If absent, it is the caller's own; parties in a common task may ask about each
 * other.
 */
const partyAskedFor = z.object({ partyId: WirePartyId.optional() })
export const ListFailingSoftware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/softWareStatus',
  carrier: 'form',
  input: partyAskedFor,
  output: z.array(WireSoftwarePart),
  summary: "Lists the parts of a party's software that are not ready.",
  description: "`partyId` is the caller's party by default, or a party that is in a task with it.",
})
export const ListFailingHardware = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/hardWareStatus',
  carrier: 'form',
  input: partyAskedFor,
  output: z.array(NodeCondition),
  summary: "Lists the problems of a party's machine.",
  description: "`partyId` is the caller's party by default, or a party that is in a task with it.",
})
/** The party, identified by its English name. */
const partyByName = z.object({ partyName: z.string() })
export const CheckSoftware = endpoint({
  method: 'GET',
  path: '/federalml/readyStatus/appStatus',
  input: partyByName,
  summary: 'Succeeds if all software of a party is ready.',
  description: 'Otherwise `code` is 400 and `message` names the failing part.',
})
export const CheckHardware = endpoint({
  method: 'GET',
  path: '/federalml/readyStatus/nodeStatus',
  input: partyByName,
  summary: "Succeeds if a party's machine has no problem.",
  description: 'Otherwise `code` is 400 and `message` names the problem.',
})
export const GetFirstSteps = endpoint({
  method: 'POST',
  path: '/platform/flJobRecruit/beginnerJob',
  carrier: 'form',
  output: renamed(
    { isDeployed: z.number(), hasAvatar: z.number(), hasInvited: z.number() },
    { isDeployed: 'deployStatus', hasAvatar: 'avatarStatus', hasInvited: 'inviteStatus' },
  ),
  summary: 'Returns which first steps the party has completed.',
})
