import type { ErrorCode } from '../errors.ts'
import type { Who } from './ranks.ts'
import type { Relation, State, Thing } from './things.ts'

type When<T extends Thing> = { readonly [D in keyof State<T>]?: readonly State<T>[D][] }

/** One way to have a right: at least this rank, with all of these relations, while the object has this state. */
export interface Way<T extends Thing> {
  who: Who
  is?: readonly Relation<T>[]
  when?: When<T>
}

export interface Right<T extends Thing> {
  /** A description of what the right allows, which docs/reference/rights.md lists. */
  title: string
  /** Alternative ways to have the right. One of them is enough. */
  ways: readonly Way<T>[]
  /** An additional condition that applies to every alternative. */
  when?: When<T>
  /** Errors for callers who lack the right. Errors for callers without a session or without a party are not listed. */
  refusals: readonly ErrorCode[]
  /**
   * Whether the right belongs to the user, whichever party the call names. A user keeps such a right after leaving a
   * party or while the party is suspended.
   */
  inPerson?: true
}

/** The name of a right begins with the kind of object that the right is about. */
type Table = { readonly [T in Thing as `${T}.${string}`]: Right<T> }

const user = [{ who: 'user' }] as const
const member = [{ who: 'member' }] as const
const ofParty = [{ who: 'member', is: ['own'] }] as const
const adminOfParty = [{ who: 'admin', is: ['own'] }] as const
const superAdminOfParty = [{ who: 'super-admin', is: ['own'] }] as const

/** The users who act for the initiating party: its administrators and the member who created the task. */
const leads = [
  { who: 'admin', is: ['initiator'] },
  { who: 'member', is: ['initiator', 'author'] },
] as const
/** The users who act for a party in a task: its administrators and the member who joined for the party. */
const speaks = (relation: 'joined' | 'applying') =>
  [
    { who: 'admin', is: ['participant', relation, 'own-registration'] },
    { who: 'member', is: ['participant', relation, 'registrant', 'own-registration'] },
  ] as const
const LEADERS_ONLY = ['task.initiator-only', 'task.not-allowed', 'task.not-recruiting'] as const

/**
 * The users who may read a dataset's rows. Administrators are no exception: a dataset shared with one user is readable
 * only by that user.
 */
const readsRows = [
  { who: 'member', is: ['own', 'owner'] },
  { who: 'member', is: ['own', 'department'], when: { sharing: ['department'] } },
  { who: 'member', is: ['own'], when: { sharing: ['party'] } },
] as const

const keeps = [
  { who: 'admin', is: ['own'] },
  { who: 'member', is: ['own', 'keeper'] },
] as const
const NO_RESULT = ['result.not-found', 'result.not-allowed'] as const
/**
 * The users who may act on a run's consent: the member who consented to the run, and administrators on behalf of this
 * member.
 */
const consents = [{ who: 'member', is: ['consenter'] }, { who: 'admin' }] as const
const NO_MODEL = ['model.not-allowed', 'model.not-found'] as const

/**
 * The users who may see or change an inference task, whose inputs are rows: its author and the party's administrators.
 */
const madeIt = [
  { who: 'admin', is: ['own'] },
  { who: 'member', is: ['own', 'maker'] },
] as const
const idle = ['created', 'completed', 'failed'] as const

/**
 * All rights, and the only place that defines them. Policies determine the relations and query this table, `abilities`
 * are answers of this table, every route names its rights (`routes.ts`), and docs/reference/rights.md is generated from
 * this table.
 */
export const rights = {
  'platform.open': {
    title: 'Read the state of the server, its public keys and its pages',
    ways: [{ who: 'anybody' }],
    refusals: [],
  },
  'platform.read': {
    title: 'Read the statistics, the big screen and the journal, and search for what one may see',
    ways: user,
    refusals: [],
  },

  'account.enter': { title: 'Register, log in, reset a password', ways: [{ who: 'anybody' }], refusals: [] },
  'account.person': {
    title: "Log out, change one's password, delete one's account",
    ways: user,
    refusals: [],
    inPerson: true,
  },
  'account.role': { title: "Read one's own role and rights in a party", ways: user, refusals: [] },
  'account.send-feedback': { title: 'Send feedback to the operator', ways: user, refusals: [] },
  'picture.see': { title: 'View a picture by its address', ways: [{ who: 'anybody' }], refusals: [] },
  'picture.upload': { title: 'Upload a picture', ways: user, refusals: [] },
  'market.open': { title: 'Go to the smart market', ways: user, refusals: [] },
  'market.redeem': {
    title: 'Redeem a market token for the identity of its user',
    ways: [{ who: 'market' }],
    refusals: ['market.ticket-invalid'],
  },
  'notice.listen': { title: 'Receive notifications as they happen', ways: user, refusals: [] },
  'notice.list': { title: "Read one's notices", ways: user, refusals: [] },
  'notice.mark-read': {
    title: 'Mark a notice as read',
    ways: [{ who: 'user', is: ['reader'] }],
    refusals: ['notification.not-found'],
  },

  'party.list-own': { title: "List one's own parties", ways: user, refusals: [] },
  'party.see': { title: "See a party's name and picture; its edge's address as a member", ways: user, refusals: [] },
  'party.create': { title: 'Create a party', ways: user, refusals: [] },
  'party.join': { title: 'Join a party with an invite code, or request to join', ways: user, refusals: [] },
  'party.withdraw-request': {
    title: "Withdraw one's own request to join",
    ways: [{ who: 'user', is: ['asker'] }],
    refusals: ['party.request-not-found'],
  },
  'party.see-members': { title: 'See members and departments', ways: ofParty, refusals: ['party.not-member'] },
  'party.edit': { title: 'Change name and picture', ways: adminOfParty, refusals: ['party.admin-only'] },
  'party.invite': { title: 'Create an invite code', ways: adminOfParty, refusals: ['party.admin-only'] },
  'party.announce': {
    title: 'Send an announcement to all members',
    ways: adminOfParty,
    refusals: ['party.admin-only'],
  },
  'party.review-request': {
    title: 'See and decide requests to join',
    ways: adminOfParty,
    refusals: ['party.admin-only', 'party.request-not-found'],
  },
  'party.edit-departments': {
    title: 'Add, rename and remove departments',
    ways: adminOfParty,
    refusals: ['party.admin-only'],
  },
  'party.set-department': {
    title: "Set a member's department",
    ways: [
      { who: 'admin', is: ['own'] },
      { who: 'member', is: ['own', 'self'], when: { department: ['root'] } },
    ],
    refusals: ['party.admin-only', 'account.department-fixed', 'party.not-member', 'party.member-unknown'],
  },
  'party.set-role': {
    title: 'Appoint and dismiss administrators',
    ways: superAdminOfParty,
    when: { target: ['member', 'admin', 'super-admin'] },
    refusals: ['party.super-admin-only', 'party.last-super-admin', 'party.member-unknown'],
  },
  'party.remove-member': {
    title: 'Remove a member from the party',
    ways: [
      { who: 'admin', is: ['own', 'other'], when: { target: ['member'] } },
      { who: 'super-admin', is: ['own', 'other'], when: { target: ['member', 'admin', 'super-admin'] } },
    ],
    refusals: [
      'party.admin-only',
      'party.super-admin-only',
      'party.last-super-admin',
      'party.member-unknown',
      'party.remove-self',
    ],
  },
  'party.leave': {
    title: 'Leave the party',
    ways: [{ who: 'member', is: ['own', 'self'] }],
    when: { target: ['member', 'admin', 'super-admin'] },
    refusals: ['party.last-super-admin'],
  },

  'edge.see': { title: "View the state of the party's edge", ways: ofParty, refusals: ['party.not-member'] },
  'edge.see-readiness': {
    title: 'See what a party lacks to train: software, machine',
    ways: [
      { who: 'member', is: ['own'] },
      { who: 'member', is: ['beside'] },
    ],
    refusals: ['party.not-member'],
  },
  'edge.enrol': {
    title: "Create the code with which the party's edge enrols",
    ways: adminOfParty,
    refusals: ['party.admin-only'],
  },
  'edge.revoke': { title: "Revoke the party's edge", ways: adminOfParty, refusals: ['party.admin-only'] },
  'edge.enter': { title: "Get a token for the party's edge", ways: ofParty, refusals: ['party.not-member'] },
  'edge.join': {
    title: 'Join the party with a one-time code',
    ways: [{ who: 'new-edge' }],
    refusals: ['edge.enrolment-invalid', 'edge.handover-needed', 'edge.handover-refused'],
  },
  'edge.link': {
    title: 'Connect to the platform: send reports and receive commands',
    ways: [{ who: 'edge' }],
    refusals: ['edge.unknown'],
  },

  'task.list-pool': { title: 'List the task pool and hot tasks; private tasks excepted', ways: user, refusals: [] },
  'task.list-own': {
    title: "List the party's tasks and what happened in them; ordinary members those that they created",
    ways: member,
    refusals: [],
  },
  'task.see': {
    title: 'See a task, who takes part and its progress',
    ways: [
      { who: 'user', when: { visibility: ['public', 'invite-only'] } },
      { who: 'member', is: ['joined'] },
      { who: 'member', is: ['applying'] },
      { who: 'member', is: ['invited'], when: { status: ['recruiting'], joining: ['open'] } },
    ],
    refusals: ['task.private'],
  },
  'task.see-data': {
    title: "See the initiator's dataset and how one's own differs from it, within one's rights",
    ways: [
      { who: 'member', when: { visibility: ['public', 'invite-only'] } },
      { who: 'member', is: ['joined'] },
      { who: 'member', is: ['applying'] },
      { who: 'member', is: ['invited'], when: { status: ['recruiting'], joining: ['open'] } },
    ],
    refusals: ['task.private'],
  },
  'task.see-classes': {
    title: 'See the classes of the label that parties reported, with their codes',
    ways: [{ who: 'member', is: ['joined'] }],
    refusals: ['task.not-allowed', 'task.private'],
  },
  'task.watch': {
    title: 'Watch the training: rounds, metrics, events',
    ways: [{ who: 'user', is: ['joined'] }],
    refusals: ['task.not-allowed', 'task.private'],
  },
  'task.follow': {
    title: 'See the progress by registration',
    ways: [{ who: 'member', is: ['joined', 'own-registration'] }],
    refusals: ['task.not-allowed'],
  },
  'task.create': { title: 'Create a task', ways: member, refusals: [] },
  'task.join': {
    title: 'Join a public task',
    ways: [{ who: 'member', is: ['outside'] }],
    when: { status: ['recruiting'], visibility: ['public'], researchType: ['federated'], joining: ['open'] },
    refusals: [
      'task.join-not-allowed',
      'task.private',
      'task.not-recruiting',
      'task.joining-closed',
      'task.already-joined',
    ],
  },
  'task.apply': {
    title: 'Apply to a task by invitation',
    ways: [{ who: 'member', is: ['outside'] }],
    when: { status: ['recruiting'], visibility: ['invite-only'], researchType: ['federated'], joining: ['open'] },
    refusals: [
      'task.join-not-allowed',
      'task.private',
      'task.not-recruiting',
      'task.joining-closed',
      'task.already-joined',
    ],
  },
  'task.join-by-code': {
    title: 'Join a task by its code',
    ways: [
      { who: 'member', is: ['outside'] },
      { who: 'member', is: ['applying'] },
    ],
    when: { status: ['recruiting'], joining: ['open'] },
    refusals: ['invite.invalid', 'task.not-recruiting', 'task.joining-closed', 'task.already-joined'],
  },
  'task.quit': {
    title: 'Leave a task, or withdraw an application',
    ways: [...speaks('joined'), ...speaks('applying')],
    when: { status: ['recruiting'] },
    refusals: ['task.not-allowed', 'task.quit-training', 'task.quit-finished'],
  },
  'task.offer-data': {
    title: "Choose the party's data for the task",
    ways: [
      { who: 'member', is: ['participant', 'joined', 'own-registration'] },
      { who: 'admin', is: ['initiator', 'joined', 'own-registration'] },
      { who: 'member', is: ['initiator', 'author', 'joined', 'own-registration'] },
    ],
    when: { status: ['recruiting'] },
    refusals: ['task.not-allowed', 'task.not-recruiting'],
  },
  'task.remind-initiator': {
    title: 'Remind the initiator to start',
    ways: [{ who: 'member', is: ['participant', 'joined'] }],
    when: { status: ['recruiting'], researchType: ['federated'] },
    refusals: ['task.not-allowed'],
  },
  'task.remind-participant': {
    title: 'Remind a participant to get ready',
    ways: [{ who: 'member', is: ['initiator', 'joined'] }],
    when: { status: ['recruiting'], researchType: ['federated'] },
    refusals: ['task.not-allowed', 'task.initiator-only'],
  },
  'task.edit': {
    title: 'Change texts, algorithm, parameters and columns',
    ways: leads,
    when: { status: ['recruiting'] },
    refusals: LEADERS_ONLY,
  },
  'task.invite': {
    title: 'Invite parties, or make a code to join the task',
    ways: leads,
    when: { status: ['recruiting'], researchType: ['federated'], joining: ['open'] },
    refusals: [...LEADERS_ONLY, 'task.joining-closed'],
  },
  'task.answer-invitation': {
    title: 'Accept an invitation, by which the party joins, or decline it',
    ways: [{ who: 'member', is: ['invited'] }],
    when: { status: ['recruiting'], researchType: ['federated'], joining: ['open'] },
    refusals: ['task.not-invited', 'task.not-recruiting', 'task.joining-closed'],
  },
  'task.close-joining': {
    title: 'Close joining, so that the parties are named and can sign',
    ways: leads,
    when: { status: ['recruiting'], researchType: ['federated'], joining: ['open'] },
    refusals: [...LEADERS_ONLY, 'task.joining-closed'],
  },
  'task.reopen-joining': {
    title: 'Reopen joining, which voids what was signed',
    ways: leads,
    when: { status: ['recruiting'], researchType: ['federated'], joining: ['closed'] },
    refusals: [...LEADERS_ONLY, 'task.joining-open'],
  },
  'task.review': {
    title: 'Decide applications',
    ways: leads,
    when: { status: ['recruiting'] },
    refusals: LEADERS_ONLY,
  },
  'task.start': { title: 'Start training', ways: leads, when: { status: ['recruiting'] }, refusals: LEADERS_ONLY },
  'task.stop': {
    title: 'Stop training, or finish it with the best model so far',
    ways: leads,
    when: { status: ['training'] },
    refusals: ['task.initiator-only', 'task.not-allowed', 'run.none', 'run.nothing-yet'],
  },
  'task.resubmit': {
    title: 'Take a task that failed or was stopped back to recruiting',
    ways: leads,
    when: { status: ['failed', 'stopped'] },
    refusals: ['task.initiator-only', 'task.not-allowed', 'task.recruiting-again'],
  },
  'task.disband': {
    title: 'Disband a task',
    ways: leads,
    when: { status: ['recruiting'] },
    refusals: ['task.not-allowed', 'task.disband-training', 'task.disband-finished'],
  },
  'task.delete': {
    title: 'Delete a task',
    ways: leads,
    when: { status: ['completed', 'failed', 'stopped'] },
    refusals: ['task.initiator-only', 'task.not-allowed', 'task.delete-unfinished'],
  },
  'task.read-plan': {
    title: 'Read the plan that a ticket would cover',
    ways: [{ who: 'edge', is: ['joined'] }],
    refusals: ['edge.unknown', 'task.not-found'],
  },
  'run.report': {
    title: "Report the events of a run, from the platform's own machine",
    ways: [{ who: 'run', is: ['own'] }],
    refusals: ['session.missing'],
  },
  'run.ask': {
    title: 'Ask whether a message of a run is covered by a ticket',
    ways: [{ who: 'runner' }],
    refusals: ['edge.token-refused'],
  },

  'algorithm.read': { title: 'Read the algorithm pool', ways: user, refusals: [] },
  'algorithm.call': { title: 'Have a service translate a text', ways: user, refusals: [] },
  'algorithm.read-code': { title: "Read an algorithm's code", ways: [{ who: 'edge' }], refusals: ['edge.unknown'] },

  'dataset.list-pool': {
    title: 'List the data pool: metadata of what is shared with a whole party',
    ways: user,
    refusals: [],
  },
  'dataset.list-own': { title: "List the party's data as far as one may see it", ways: member, refusals: [] },
  'dataset.see': {
    title: "See a dataset's metadata: names and types of columns, number of rows",
    ways: [
      { who: 'admin', is: ['own'] },
      ...readsRows,
      { who: 'user', when: { sharing: ['party'], use: ['free'] } },
      { who: 'member', is: ['partner'] },
    ],
    refusals: ['dataset.not-found'],
  },
  'dataset.compare': {
    title: "Compare one's own party's dataset with the initiator's",
    ways: ofParty,
    refusals: ['dataset.not-found'],
  },
  'dataset.upload': {
    title: 'Upload data and save it as a dataset',
    ways: [{ who: 'member', is: ['listed'] }],
    refusals: ['signing.not-member'],
  },
  'dataset.read-rows': {
    title: 'Read rows and set them aside for a task',
    ways: readsRows,
    refusals: ['dataset.not-allowed'],
  },
  'dataset.delete': {
    title: 'Remove a dataset from the lists; its rows stay at the edge until a signer deletes them there',
    ways: [
      { who: 'admin', is: ['own'] },
      { who: 'member', is: ['own', 'owner'] },
    ],
    when: { use: ['free'] },
    refusals: ['dataset.owner-only', 'dataset.not-found'],
  },

  'grant.read': { title: "Read the party's consent tickets and drafts", ways: member, refusals: [] },
  'grant.sign': {
    title: 'Sign a consent ticket',
    ways: [{ who: 'member', is: ['signer'] }],
    refusals: ['grant.not-signer'],
  },
  'grant.change-members': {
    title: "Change the edge's own list of members",
    ways: [{ who: 'member', is: ['signer'] }],
    refusals: ['grant.not-signer'],
  },
  'grant.enter': {
    title:
      "Open a session at the edge, with a PIN or passkey, through the organisation's identity provider or with a program's key, and read one's own",
    ways: [{ who: 'anybody' }],
    refusals: [],
  },
  'grant.session': {
    title: "Give an embedded page of the same browser access to one's own session at the edge, and end the session",
    ways: member,
    refusals: [],
  },
  'grant.set-factor': {
    title: "Set one's own PIN and passkeys at the edge",
    ways: [{ who: 'member', is: ['member'] }],
    refusals: ['signing.not-member'],
  },
  'grant.hand-over': {
    title: "Approve a replacement machine for the party's edge, or a new address",
    ways: [{ who: 'member', is: ['signer'] }],
    refusals: ['grant.not-signer'],
  },
  'grant.delete-rows': {
    title: 'Delete rows at the edge, or restore a removed dataset',
    ways: [{ who: 'member', is: ['signer'] }],
    refusals: ['grant.not-signer'],
  },
  'grant.withdraw': {
    title: 'Withdraw a consent ticket',
    ways: [{ who: 'member', is: ['signer'] }],
    refusals: ['grant.not-signer'],
  },

  'result.list-own': {
    title: "List the results of the party's single-party runs at its edge",
    ways: member,
    refusals: [],
  },
  'result.share': {
    title: 'Share the model of a single-party run with the platform, once',
    ways: consents,
    when: { place: ['edge'], content: ['model'] },
    refusals: NO_RESULT,
  },
  'result.delete': {
    title: 'Delete the result of a single-party run at the edge',
    ways: consents,
    when: { place: ['edge', 'shared'] },
    refusals: NO_RESULT,
  },
  'result.bring': {
    title: 'Upload a result that a member shares to the platform',
    ways: [{ who: 'edge', is: ['own'] }],
    when: { place: ['edge'] },
    refusals: ['edge.unknown', 'result.not-found', 'result.not-allowed'],
  },

  'model.list-pool': { title: 'List the model pool', ways: user, refusals: [] },
  'model.list-own': {
    title: "List the party's models; ordinary members those in their keeping",
    ways: member,
    refusals: [],
  },
  'model.import': { title: 'Upload a model that was not trained here, for the own party', ways: member, refusals: [] },
  'model.describe': {
    title: 'Describe an uploaded model file, or discard it',
    ways: [{ who: 'member', is: ['own', 'keeper'] }],
    refusals: ['model.import-gone'],
  },
  'model.see': {
    title: 'See a model with its card',
    ways: [{ who: 'user', when: { place: ['pool'] } }, ...ofParty],
    refusals: ['model.not-found'],
  },
  'model.read-file': {
    title: "Download the file of a model, and see whether one's party has the model",
    ways: [{ who: 'member', when: { place: ['pool'] } }, ...ofParty],
    refusals: NO_MODEL,
  },
  'model.use': { title: 'Use a model for inference', ways: ofParty, when: { place: ['own'] }, refusals: NO_MODEL },
  'model.edit': { title: "Change a model's texts", ways: keeps, refusals: NO_MODEL },
  'model.publish': {
    title: 'Publish a model to the pool, once for each run',
    ways: keeps,
    when: { place: ['own'], origin: ['first-hand'], run: ['unpublished'] },
    refusals: [...NO_MODEL, 'model.copy-not-publishable', 'model.already-published'],
  },
  'model.download': {
    title: "Copy a model from the pool into one's own",
    ways: [{ who: 'member', is: ['without-own'] }],
    when: { place: ['pool'] },
    refusals: [...NO_MODEL, 'model.already-downloaded'],
  },
  'model.delete': { title: 'Delete an own model', ways: keeps, when: { place: ['own'] }, refusals: NO_MODEL },
  'model.unpublish': {
    title: 'Unpublish a model',
    ways: keeps,
    when: { place: ['pool'] },
    refusals: NO_MODEL,
  },
  'model.bring-home': {
    title: "Fetch the party's own model to its edge",
    ways: [{ who: 'edge', is: ['own'] }],
    refusals: ['edge.unknown', 'model.not-found'],
  },

  'inference.list-own': {
    title: "List the party's inference tasks; ordinary members their own",
    ways: member,
    refusals: [],
  },
  'inference.create': { title: 'Create an inference task', ways: member, refusals: [] },
  'inference.see': {
    title: 'See an inference task with inputs and results',
    ways: madeIt,
    refusals: ['inference.not-found'],
  },
  'inference.run': {
    title: 'Predict with it',
    ways: madeIt,
    when: { status: idle, model: ['at-hand'] },
    refusals: ['inference.not-found', 'inference.busy', 'inference.not-ready'],
  },
  'inference.delete': {
    title: 'Delete an inference task',
    ways: madeIt,
    when: { status: idle },
    refusals: ['inference.not-found', 'inference.busy'],
  },
  'inference.read-result': {
    title: "Read a whole dataset's predictions, as a file or in pages, and their summary",
    ways: [
      { who: 'member', is: ['own', 'maker'] },
      { who: 'admin', is: ['own', 'reads-rows'] },
    ],
    refusals: ['inference.not-found', 'dataset.not-allowed'],
  },
} satisfies Table

export type RightName = keyof typeof rights
/** The kind of object that a right is about. */
export type ThingOf<N extends RightName> = N extends `${infer T}.${string}` ? (T extends Thing ? T : never) : never
export type RightAbout<T extends Thing> = Extract<RightName, `${T}.${string}`>
