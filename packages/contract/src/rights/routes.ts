import type { Access, Endpoint } from '../endpoint.ts'
import * as wire from '../wire/index.ts'
import { decides, leastOf, rightOf } from './allows.ts'
import { type Need, otherRoutes, type Route } from './other-routes.ts'
import { RANKS, type Rank, type Who } from './ranks.ts'
import type { RightName } from './table.ts'
import type { Relation, State, Thing } from './things.ts'

type Wire = typeof wire
export type EndpointName = { [K in keyof Wire]: Wire[K] extends Endpoint ? K : never }[keyof Wire]

/** The rights that each endpoint requires. An endpoint without an entry does not compile. */
export const endpointNeeds: Record<EndpointName, Need> = {
  GetPublicKey: 'account.enter',
  GetCaptcha: 'account.enter',
  Login: 'account.enter',
  SendCode: 'account.enter',
  Register: 'account.enter',
  CheckUnique: 'account.enter',
  VerifyCode: 'account.enter',
  ResetPassword: 'account.enter',
  Logout: 'account.person',
  ChangePassword: 'account.person',
  DeleteAccount: 'account.person',
  GetRole: 'account.role',
  GetPermissions: 'account.role',
  SendFeedback: 'account.send-feedback',
  UploadFile: 'picture.upload',
  GetMarketLink: 'market.open',
  RedeemMarketToken: 'market.redeem',

  GetAbout: 'platform.open',
  CheckHealth: 'platform.open',
  GetStatistics: 'platform.read',
  GetScreen: 'platform.read',
  ListVersions: 'platform.read',
  Search: 'platform.read',
  GetWaiting: 'task.list-own',

  GetSocketToken: 'notice.listen',
  ListNotifications: 'notice.list',
  MarkNotificationRead: 'notice.mark-read',
  MarkAllNotificationsRead: 'notice.list',
  SendAnnouncement: 'party.announce',
  Remind: { any: ['task.remind-initiator', 'task.remind-participant'] },

  ListMyParties: 'party.list-own',
  GetParty: 'party.see',
  ListParties: 'party.see',
  CheckParty: 'party.create',
  CreateParty: 'party.create',
  CreatePartyOlder: 'party.create',
  JoinParty: 'party.join',
  AskToJoin: 'party.join',
  ListMyJoinRequests: 'party.join',
  WithdrawJoinRequest: 'party.withdraw-request',
  UpdateParty: 'party.edit',
  CreatePartyInvite: 'party.invite',
  ListJoinRequests: 'party.review-request',
  ReviewJoinRequest: 'party.review-request',
  ListMembers: 'party.see-members',
  SetMemberRole: 'party.set-role',
  RemoveMember: 'party.remove-member',
  LeaveParty: 'party.leave',
  ListDepartments: 'party.see-members',
  SetDepartment: 'party.set-department',
  AddDepartment: 'party.edit-departments',
  RenameDepartment: 'party.edit-departments',
  RemoveDepartment: 'party.edit-departments',

  GetEdge: 'edge.see',
  GetEdgeCertificate: 'edge.see',
  ListFailingSoftware: 'edge.see-readiness',
  ListFailingHardware: 'edge.see-readiness',
  CheckSoftware: 'edge.see-readiness',
  CheckHardware: 'edge.see-readiness',
  GetFirstSteps: 'edge.see',
  CreateEdgeEnrolment: 'edge.enrol',
  RevokeEdge: 'edge.revoke',
  GetEdgeToken: 'edge.enter',

  ListPoolTasks: 'task.list-pool',
  ListHotTasks: 'task.list-pool',
  ListMyTasks: 'task.list-own',
  ListMyTasksAtEdge: 'task.list-own',
  ListMyActivity: { all: ['task.list-own', 'task.see'] },
  GetTask: 'task.see',
  GetRegistrations: 'task.see',
  GetProgress: 'task.see',
  GetInitiatorDataset: 'task.see-data',
  GetRun: 'task.watch',
  ListRuns: 'task.watch',
  GetRunRounds: 'task.watch',
  GetMetrics: 'task.watch',
  GetProgressByRegistration: 'task.follow',
  CreateTask: 'task.create',
  CreateLocalTask: 'task.create',
  UpdateTask: 'task.edit',
  UpdateColumnSelection: 'task.edit',
  ListStarts: 'task.edit',
  ChooseStart: 'task.edit',
  DeleteTask: 'task.delete',
  CreateTaskInvite: 'task.invite',
  ListInvitees: 'task.invite',
  ListTasksToInvite: { all: ['task.list-own', 'dataset.see'] },
  InviteParty: 'task.invite',
  TakeBackInvitation: 'task.invite',
  AnswerInvitation: 'task.answer-invitation',
  JoinByCode: 'task.join-by-code',
  JoinTask: { any: ['task.join', 'task.apply', 'task.answer-invitation'] },
  ReviewApplication: 'task.review',
  QuitTask: { any: ['task.quit', 'task.disband'] },
  OfferDataset: 'task.offer-data',
  CloseJoining: 'task.close-joining',
  ReopenJoining: 'task.reopen-joining',
  StartTraining: 'task.start',
  StartWithReady: 'task.start',
  StopTraining: 'task.stop',
  FinishEarly: 'task.stop',
  Resubmit: 'task.resubmit',

  ListAlgorithms: 'algorithm.read',
  GetAlgorithm: 'algorithm.read',
  ListAlgorithmsFor: 'algorithm.read',
  GetAlgorithmUse: 'algorithm.read',
  ListAlgorithmActivity: 'algorithm.read',
  CallService: 'algorithm.call',

  ListPoolDatasets: 'dataset.list-pool',
  ListMyDatasets: 'dataset.list-own',
  SearchDatasetName: 'dataset.list-own',
  ListDatasetsOfKinds: 'dataset.list-own',
  ListDatasetChoices: 'dataset.list-own',
  ListDatasetsAndAlgorithms: { all: ['dataset.list-own', 'dataset.see'] },
  GetDataset: 'dataset.see',
  DeleteDataset: 'dataset.delete',
  CompareDatasets: { all: ['dataset.see', 'dataset.compare'] },
  AddSelectedFeatures: 'task.offer-data',
  SetFeatureCodes: 'task.start',
  ListSelectedFeatures: 'task.see-classes',
  ListFormatDifferences: { all: ['dataset.see', 'dataset.compare', 'task.see-data'] },
  UploadZip: 'dataset.upload',
  ReadUpload: 'dataset.upload',
  SaveDataset: 'dataset.upload',
  GetHeldDataset: 'dataset.read-rows',
  ListHeldDatasets: 'dataset.list-own',
  ListRows: 'dataset.read-rows',
  GetColumnProfiles: 'dataset.read-rows',
  GetAnalysis: 'dataset.read-rows',
  GetGraphSample: 'dataset.read-rows',
  ListClasses: 'dataset.read-rows',
  NameClasses: 'dataset.read-rows',
  OfferColumns: 'dataset.read-rows',
  OfferRows: 'dataset.read-rows',

  ProposeNames: 'dataset.read-rows',
  ConfirmNames: 'dataset.read-rows',
  DraftGrant: 'grant.read',
  ListGrants: 'grant.read',
  CompareRows: 'grant.sign',
  ChangeRows: { all: ['grant.sign', 'dataset.read-rows'] },
  SignGrant: 'grant.sign',
  WithdrawGrant: 'grant.withdraw',
  ListGrantEvents: 'grant.read',
  GetSigning: 'grant.read',
  MakeSigningChallenge: 'grant.set-factor',
  AddEdgeMember: 'grant.change-members',
  ChangeEdgeMember: 'grant.change-members',
  AddMachineKey: 'grant.change-members',
  ResetEdgeMember: 'grant.change-members',
  RemoveEdgeMember: 'grant.change-members',
  SetSigningPin: 'grant.set-factor',
  GetPasskeyOptions: 'grant.set-factor',
  AddPasskey: 'grant.set-factor',
  HandOver: 'grant.hand-over',
  ConfirmAddress: 'grant.hand-over',
  OpenEdgeSession: 'grant.enter',
  MakeSessionChallenge: 'grant.enter',
  OpenMachineSession: 'grant.enter',
  GetSessionProvider: 'grant.enter',
  BeginProviderSession: 'grant.enter',
  OpenProviderSession: 'grant.enter',
  GetEdgeSession: 'grant.enter',
  ShareEdgeSession: 'grant.session',
  EndEdgeSession: 'grant.session',
  ListRemoved: 'grant.delete-rows',
  DeleteRows: 'grant.delete-rows',
  BringBack: 'grant.delete-rows',

  ListLocalResults: 'result.list-own',
  ShareLocalResult: 'result.share',
  DeleteLocalResult: 'result.delete',

  ListPoolModels: 'model.list-pool',
  ListMetricDescriptions: 'model.list-pool',
  ListMyModels: 'model.list-own',
  UploadModelFile: 'model.import',
  DiscardModelFile: 'model.describe',
  CreateModel: 'model.describe',
  GetModel: 'model.see',
  ListModelActivity: 'model.see',
  GetModelStatus: 'model.read-file',
  PublishModel: 'model.publish',
  DownloadModel: 'model.download',
  UpdateModel: 'model.edit',
  DeleteModel: 'model.delete',
  UnpublishModel: 'model.unpublish',

  ListInferences: 'inference.list-own',
  CreateInference: { all: ['inference.create', 'model.use'] },
  GetInference: 'inference.see',
  Infer: 'inference.run',
  InferText: 'inference.run',
  InferImages: 'inference.run',
  InferDataset: { all: ['inference.run', 'dataset.read-rows'] },
  ExplainRow: 'inference.run',
  GetAskedModel: 'model.use',
  InferOnce: 'model.use',
  ExplainOnce: 'model.use',
  ListPredictedRows: 'inference.read-result',
  GetPredictedGraph: 'inference.read-result',
  DeleteInference: 'inference.delete',
}

/**
 * Calls to an edge that require a session of a member on the edge's own list, so that an access token of the platform
 * is not enough. Calls that return values and are not listed here will move to pages of the edge.
 */
const TAKE_SESSION: readonly EndpointName[] = [
  ...([
    'EndEdgeSession',
    'ShareEdgeSession',
    'ListRemoved',
    'DeleteRows',
    'BringBack',
    'HandOver',
    'ConfirmAddress',
  ] as const),
  ...(['GetHeldDataset', 'GetGraphSample', 'ListRows', 'GetColumnProfiles', 'GetAnalysis'] as const),
  ...(['ListClasses', 'OfferColumns', 'NameClasses', 'ProposeNames', 'ConfirmNames'] as const),
  ...(['CompareRows', 'ChangeRows'] as const),
  ...(['ListLocalResults', 'ShareLocalResult', 'DeleteLocalResult'] as const),
  ...(['ListHeldDatasets', 'GetAskedModel', 'InferOnce', 'ExplainOnce', 'ListInferences', 'CreateInference'] as const),
  ...(['GetInference', 'Infer', 'InferText', 'InferImages', 'InferDataset', 'ExplainRow'] as const),
  ...(['ListPredictedRows', 'GetPredictedGraph', 'DeleteInference'] as const),
]

/**
 * Calls that a program may make in a session that it opened with its own key. Such a session can only read; all other
 * calls require a person.
 */
const TAKE_MACHINE: readonly EndpointName[] = [
  ...(['GetHeldDataset', 'GetGraphSample', 'ListRows', 'GetColumnProfiles', 'GetAnalysis'] as const),
  'EndEdgeSession',
]

/** Calls that check the proof of a key, because they open a session for this key or return whether one is open. */
const TAKE_PROOF: readonly EndpointName[] = [
  ...(['OpenEdgeSession', 'MakeSessionChallenge', 'OpenMachineSession', 'GetEdgeSession'] as const),
  ...(['BeginProviderSession', 'OpenProviderSession'] as const),
]

const endpoints: Record<EndpointName, Endpoint> = { ...wire }

export const endpointRoutes: readonly (Route & { name: EndpointName; endpoint: Endpoint })[] = (
  Object.keys(endpointNeeds) as EndpointName[]
).map((name) => {
  const endpoint = endpoints[name]
  const { method, path, summary } = endpoint
  return {
    name,
    endpoint,
    method,
    path,
    summary,
    need: endpointNeeds[name],
    takesSession: TAKE_SESSION.includes(name),
    takesMachine: TAKE_MACHINE.includes(name),
    takesProof: TAKE_PROOF.includes(name),
  }
})

const routes = new Map([...otherRoutes, ...endpointRoutes].map((route) => [`${route.method} ${route.path}`, route]))
const families = otherRoutes.filter(({ path }) => path.endsWith('*'))

/** Returns the entry of a route; undefined if the table has none. Fastify answers HEAD wherever it answers GET. */
export function findRoute(method: string, path: string): Route | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  const family = families.find((route) => route.method === verb && path.startsWith(route.path.slice(0, -1)))
  return routes.get(`${verb} ${path}`) ?? family
}

export const rightsIn = (need: Need): readonly RightName[] =>
  typeof need === 'string' ? [need] : 'any' in need ? need.any : need.all

/** Returns the lowest rank that may pass the first check of a call, and the right that requires this rank. */
export function entryOf(need: Need): { who: Who; right: RightName } {
  const entries = rightsIn(need).map((right) => ({ who: leastOf(right), right }))
  entries.sort((a, b) => RANKS.indexOf(a.who as Rank) - RANKS.indexOf(b.who as Rank))
  const isAny = typeof need === 'object' && 'any' in need
  return (isAny ? entries[0] : entries.at(-1)) as { who: Who; right: RightName }
}

/**
 * Returns which session a call requires before its rights are checked. Calls of machines and open calls require none.
 */
export function accessOf(need: Need): Access {
  const rank = RANKS.indexOf(entryOf(need).who as Rank)
  return rank <= 0 ? 'open' : rank === 1 ? 'user' : 'party'
}

/** A user's relations to the objects of a call, by kind of object. */
export type Facts = { [T in Thing]?: { is?: readonly Relation<T>[]; state?: Partial<State<T>> } }

/** Returns whether the table allows a call. */
export function isLetIn(need: Need, who: Who, facts: Facts): boolean {
  const has = (right: RightName) => {
    const { is = [], state = {} } = facts[right.split('.')[0] as Thing] ?? {}
    return decides(rightOf(right), { who, is, state })
  }
  if (typeof need === 'string') return has(need)
  return 'any' in need ? need.any.some(has) : need.all.every(has)
}
