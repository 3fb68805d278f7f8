import { Sharing } from '../dataset.ts'
import { InferenceStatus } from '../inference.ts'
import { Joining, ResearchType, TaskStatus, Visibility } from '../task.ts'

/**
 * The relations of a user to an object, with the words that follow "user", "member" and so on in
 * docs/reference/rights.md. Callers of the table determine which relations are true; the table decides which rights
 * follow.
 */
export const relations = {
  account: {},
  platform: {},
  picture: {},
  market: {},
  notice: { reader: 'to whom it was sent' },
  party: { own: 'of the party', self: 'for oneself', other: 'for somebody else', asker: 'who asked' },
  edge: { own: 'of the party', beside: 'whose party is in an unfinished task together with it' },
  task: {
    initiator: 'of the initiating party',
    author: 'who created the task',
    participant: 'of a participating party',
    registrant: 'who joined or applied for the party',
    joined: 'whose party is in the task',
    applying: 'whose party has applied',
    invited: 'whose party is invited',
    outside: 'whose party is not in the task',
    'own-registration': "using the own party's registration",
  },
  run: { own: 'it belongs to' },
  algorithm: {},
  dataset: {
    own: 'of the owning party',
    owner: 'who uploaded it',
    department: 'of the same department',
    partner: 'whose party is in a task that uses it',
    listed: "on the edge's own list",
  },
  model: {
    own: 'of the owning party',
    keeper: 'in whose keeping it is',
    'without-own': 'whose party has no model of the same run',
  },
  inference: {
    own: 'of the party',
    maker: 'who created it',
    'reads-rows': 'who may read the rows from which it was created',
  },
  grant: { member: "on the edge's own list", signer: "on the edge's own list as a signer" },
  result: { own: "of the run's one party", consenter: 'who signed the ticket of its run' },
} as const

/** The parts of an object's state that affect rights. */
export const states = {
  account: {},
  platform: {},
  picture: {},
  market: {},
  notice: {},
  party: {
    /** Role of the member who is the target of the action. */
    target: ['member', 'admin', 'super-admin', 'last-super-admin'],
    /** Department of this member. Every member begins in the root department. */
    department: ['root', 'chosen'],
  },
  edge: {},
  task: {
    status: TaskStatus.options,
    visibility: Visibility.options,
    researchType: ResearchType.options,
    joining: Joining.options,
  },
  run: {},
  algorithm: {},
  /** `offered`: the dataset contains rows that are offered to one task, and represents the original dataset there. */
  dataset: { sharing: Sharing.options, use: ['free', 'offered'] },
  /**
   * `first-hand`: the party trained or uploaded the model itself. `run`: whether a model of the same run is in the
   * pool.
   */
  model: { place: ['own', 'pool'], origin: ['first-hand', 'copied'], run: ['unpublished', 'published'] },
  inference: { status: InferenceStatus.options, model: ['at-hand', 'missing'] },
  grant: {},
  result: { place: ['edge', 'shared', 'deleted'], content: ['model', 'other'] },
} as const

export type Thing = keyof typeof relations
export type Relation<T extends Thing> = keyof (typeof relations)[T] & string
export type State<T extends Thing> = {
  [D in keyof (typeof states)[T]]: (typeof states)[T][D] extends readonly (infer V)[] ? V : never
}
