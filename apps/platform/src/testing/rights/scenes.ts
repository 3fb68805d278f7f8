import { type Endpoint, InferenceStatus, type Input, PartyRole, Sharing } from '@tessera/contract'
import { type EndpointName, type Facts, holding, type RightName, type State } from '@tessera/contract/rights'
import * as wire from '@tessera/contract/wire'
import { and, eq, ne } from 'drizzle-orm'
import sharp from 'sharp'
import { notifications } from '../../db/table.ts'
import { startSession } from '../../features/account/index.ts'
import { departments, joinRequests, members } from '../../features/party/table.ts'
import { registration, selectedFeature, type TaskRow } from '../../features/task/table.ts'
import { newId } from '../../lib/ids.ts'
import { call } from '../call.ts'
import { addMember, buildParty, buildUser, type TestParty, uniqueName } from '../factories.ts'
import { ALGORITHM, buildDataset } from '../task.ts'
import type { World } from '../world.ts'
import { type Caller, type Cast, DEPARTMENTS, FEW, inOwnParty, inTask, isOf, type Name } from './cast.ts'
import { addDataset, addInference, addModelDraft, addTask, type modelMaker } from './things.ts'

export interface Answer {
  status: number
  error?: string | undefined
}

/** A test case: a call that every caller tries, and each caller's relation to the object of the call. */
export interface Scene {
  about: string
  ask: (caller: Caller) => Promise<Answer>
  facts: (caller: Caller) => Facts
  /** The right that decides in this test case, if the call can require several rights. */
  need?: RightName
  /** Callers that try the test case. If undefined, all callers try it. */
  callers?: readonly Caller[]
  /** Whether the credentials of these callers are valid for this test case only. */
  isOnce?: boolean
  /** Reverts the effects that a permitted call had on its caller. */
  restore?: (caller: Caller) => Promise<unknown>
}
/** The picture that upload calls send. */
const PICTURE = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#888' } })
  .png()
  .toBuffer()

/** Builds a test case. It is built again after each call that may have changed data. */
export type Making = () => Promise<Scene>

export interface Stage {
  world: World
  cast: Cast
  addModel: Awaited<ReturnType<typeof modelMaker>>
}

const TASK_STATES: [string, Partial<TaskRow>][] = [
  ['recruiting', {}],
  ['by invitation', { visibility: 'invite-only' }],
  ['private', { visibility: 'private' }],
  ['joining closed', { namedPartyIds: [], fewest: 2, seed: 'seed' }],
  ['independent research', { researchType: 'independent' }],
  ['training', { status: 'training' }],
  ['completed', { status: 'completed' }],
  ['failed', { status: 'failed' }],
  ['stopped', { status: 'stopped' }],
  ['disbanded', { status: 'disbanded' }],
]
/** States of a task in which an invitation makes a difference, and states in which it no longer does. */
const INVITED_STATES = TASK_STATES.filter(([about]) =>
  ['recruiting', 'private', 'joining closed', 'training'].includes(about),
)
const classOf = ({ partyId }: TestParty) => ({ partyId, tableName: 't', label: 'sick', feature: '1' })
const SECRET = 'not encrypted'
const NEW_TASK = { name: 'new', description: '', visibility: 'public' } as const
const texts = { name: 'heart', description: 'd', instruction: 'i', application: 'a' }

/** Returns the test cases for each endpoint of the platform. Their inputs are valid, so only the right decides. */
export function endpointScenes({ world, cast, addModel }: Stage): Record<EndpointName, Making[]> {
  const { a, b, c, d, callers } = cast
  const { PUBLIC_URL } = world.settings
  /** Every caller tries the first test case. Only callers for whom the result may differ try the others. */
  const among = (names: readonly Name[], index: number) =>
    index === 0 ? {} : { callers: names.map((name) => callers[name]) }

  const scene = <E extends Endpoint>(
    endpoint: E,
    about: string,
    input: Input<E> | Record<string, never>,
    more: Partial<Scene> = {},
  ): Scene => ({
    about,
    facts: () => ({}),
    ask: ({ user, headers }) => {
      const party = headers[wire.HEADERS.party]
      const who = user && { user, party: party ? { partyId: party } : null }
      return call(world, endpoint, input, who, {}, [{ name: 'a.png', content: PICTURE }])
    },
    ...more,
  })
  const sendEmptyForm = async ({ path }: Endpoint, headers: Record<string, string>): Promise<Answer> => {
    const url = `${world.settings.PREFIX}${path}`
    const formHeaders = { ...headers, 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await world.app.inject({ method: 'POST', url, headers: formHeaders, payload: '--b--\r\n' })
    return { status: answer.statusCode, error: answer.json().error }
  }
  /** Builds a test case without an object, in which only the caller's rank decides. */
  const plain = <E extends Endpoint>(
    endpoint: E,
    input: () => Input<E> | Record<string, never> = () => ({}),
  ): Making[] => [async () => scene(endpoint, 'alone', input())]
  /** Builds a test case about the party for which the caller acts. */
  const inParty = <E extends Endpoint>(
    endpoint: E,
    thing: 'party' | 'edge',
    input: () => Input<E> | Record<string, never> = () => ({}),
  ): Making[] => [
    async () => scene(endpoint, 'their party', input(), { facts: (caller) => ({ [thing]: inOwnParty(caller) }) }),
  ]

  /** Builds test cases about a party to which no caller belongs, in an active and in a completed task. */
  const besideParty = <E extends Endpoint>(endpoint: E, input: (party: TestParty) => Input<E>): Making[] =>
    (['recruiting', 'completed'] as const).map((status) => async () => {
      const other = await buildParty(world)
      const { taskId } = await addTask(world, cast, { status })
      await world.db.insert(registration).values({
        id: newId(),
        taskId,
        partyId: other.partyId,
        role: 'participant',
        status: 'joined',
        note: '',
        createdBy: '',
        createdByUserId: other.admin.userId,
        createTime: world.clock.now(),
      })
      const isIn = (caller: Caller) => status === 'recruiting' && (isOf(caller, a) || isOf(caller, b))
      return scene(endpoint, `a party in a task that is ${status}`, input(other), {
        facts: (caller) => ({ edge: { is: holding({ beside: isIn(caller) }) } }),
      })
    })

  type Made = Awaited<ReturnType<typeof addTask>>
  const stateOf = (fields: Partial<TaskRow>): State<'task'> => {
    const { status = 'recruiting', visibility = 'public', researchType = 'federated' } = fields
    const joining = fields.namedPartyIds || researchType === 'independent' ? 'closed' : 'open'
    return { status, visibility, researchType, joining }
  }
  const tasks = <E extends Endpoint>(
    endpoint: E,
    input: (task: Made) => Input<E>,
    { named, ...more }: Partial<Scene> & { named?: TestParty } = {},
  ): Making[] =>
    TASK_STATES.map(([about, fields], index) => async () => {
      const made = await addTask(world, cast, fields)
      return scene(endpoint, about, input(made), {
        facts: (caller) => ({ task: { is: inTask(cast, caller, named), state: stateOf(fields) } }),
        ...among(FEW.task, index),
        ...more,
      })
    })

  /** Builds the test cases of `tasks` with party c invited. */
  const invited = <E extends Endpoint>(endpoint: E, input: (task: Made & { ofC: string }) => Input<E>): Making[] =>
    INVITED_STATES.map(([about, fields], index) => async () => {
      const made = await addTask(world, cast, fields)
      const ofC = newId()
      await world.db.insert(registration).values({
        id: ofC,
        taskId: made.taskId,
        partyId: c.partyId,
        role: 'participant',
        status: 'invited',
        note: '',
        createdByUserId: a.admin.userId,
        createdBy: '',
        createTime: world.clock.now(),
      })
      return scene(endpoint, `${about}, party c invited`, input({ ...made, ofC }), {
        facts: (caller) => ({
          task: {
            is: [...(inTask(cast, caller) ?? []), ...holding({ invited: isOf(caller, c) })],
            state: stateOf(fields),
          },
        }),
        ...among(FEW.task, index),
      })
    })

  const relationsToDataset = (caller: Caller, isBrought: boolean) => {
    const isOfA = isOf(caller, a)
    return {
      own: isOfA,
      owner: caller === callers.author,
      department: isOfA && (caller === callers.author || caller === callers.neighbour),
      partner: isBrought && (isOfA || isOf(caller, b)),
    }
  }
  const bring = async (datasetId: string) => {
    const { ofA } = await addTask(world, cast)
    await world.db.update(registration).set({ datasetId }).where(eq(registration.id, ofA))
  }
  const datasets = <E extends Endpoint>(
    endpoint: E,
    input: (datasetId: string) => Input<E> | Promise<Input<E>>,
  ): Making[] =>
    ['brought', 'offered', ...Sharing.options].map((how, index) => async () => {
      const sharing = how === 'brought' || how === 'offered' ? 'person' : (how as Sharing)
      const offeredTo = how === 'offered' ? (await addTask(world, cast)).taskId : null
      const datasetId = await addDataset(world, cast, sharing, offeredTo)
      if (how === 'brought') await bring(datasetId)
      return scene(endpoint, `shared with ${sharing}, ${how}`, await input(datasetId), {
        facts: (caller) => ({
          dataset: {
            is: holding(relationsToDataset(caller, how === 'brought')),
            state: { sharing, use: offeredTo ? 'offered' : 'free' },
          },
          task: { is: inTask(cast, caller), state: stateOf({}) },
        }),
        ...among(FEW.dataset, index),
      })
    })

  const models = <E extends Endpoint>(endpoint: E, input: (modelId: string) => Input<E>): Making[] =>
    MODEL_SCENES.map((what, index) => async () => {
      const made = await addModel(what.has)
      return scene(endpoint, what.about, input(made[what.of]), {
        ...among(FEW.model, index),
        facts: (caller) => ({ model: modelFacts(cast, caller, what) }),
      })
    })

  const ofDraft =
    <E extends Endpoint>(endpoint: E, input: (draftId: string) => Input<E>): Making =>
    async () =>
      scene(endpoint, "a file of the first party's author", input(await addModelDraft(world, cast)), {
        facts: (caller) => ({
          model: {
            is: holding({ own: isOf(caller, a), keeper: caller === callers.author }),
            state: { place: 'own', origin: 'first-hand', run: 'unpublished' },
          },
        }),
      })

  const inferences = <E extends Endpoint>(
    endpoint: E,
    input: (inferenceId: string) => Input<E>,
    statuses: readonly InferenceStatus[] = InferenceStatus.options,
  ): Making[] =>
    statuses.map((status, index) => async () => {
      const id = await addInference(world, cast, (await addModel('own')).own, status)
      return scene(endpoint, status, input(id), {
        ...among(FEW.inference, index),
        facts: (caller) => ({
          inference: {
            is: holding({ own: isOf(caller, a), maker: caller === callers.author }),
            state: { status, model: 'at-hand' },
          },
          // The platform has no rows to predict, so the call fails before the rights to the dataset are checked.
          dataset: { is: ['own'], state: { sharing: 'party', use: 'free' } },
        }),
      })
    })

  const isMember = ({ partyId }: TestParty, userId: string) =>
    and(eq(members.partyId, partyId), eq(members.userId, userId))
  const leaveOneSuperAdmin = () =>
    world.db
      .update(members)
      .set({ role: 'admin' })
      .where(and(eq(members.partyId, a.partyId), eq(members.role, 'super-admin'), ne(members.userId, a.admin.userId)))
  /**
   * Builds test cases with a member of party a in each role as the target. The last super administrator is a separate
   * test case.
   */
  const targets = <E extends Endpoint>(endpoint: E, input: (userId: string) => Input<E>): Making[] => [
    ...PartyRole.options.map((role) => async () => {
      const user = await buildUser(world)
      await addMember(world, a.partyId, user, role)
      return scene(endpoint, `a ${role}`, input(user.userId), {
        facts: (caller) => ({ party: { is: holding({ own: isOf(caller, a), other: true }), state: { target: role } } }),
      })
    }),
    async () => {
      await leaveOneSuperAdmin()
      return scene(endpoint, 'the last super administrator', input(a.admin.userId), {
        facts: (caller) => ({
          party: {
            is: holding({ own: isOf(caller, a), other: caller !== callers.boss, self: caller === callers.boss }),
            state: { target: 'last-super-admin' },
          },
        }),
      })
    },
  ]

  const leaf = async () => {
    const orgCode = 'A01A99'
    const rows = [a, b, c, d].map(({ partyId }) => ({ partyId, orgCode, name: 'leaf', parentCode: 'A01' }))
    await world.db.insert(departments).values(rows).onConflictDoNothing()
    return orgCode
  }
  const request = async (userId: string) => {
    const id = newId()
    const values = {
      id,
      partyId: a.partyId,
      userId,
      note: '',
      status: 'waiting',
      createTime: world.clock.now(),
    } as const
    await world.db.insert(joinRequests).values(values)
    return id
  }
  const newParty = () => {
    const name = uniqueName('P')
    return { id: String(1 + Math.floor(Math.random() * 9e8)), name: { cn: name, en: name } }
  }
  const backIn = async ({ user, party, who }: Caller) => {
    if (!user || !party || who === 'anybody') return
    const role = who === 'super-admin' || who === 'admin' ? who : 'member'
    await world.db.delete(members).where(isMember(party, user.userId))
    await addMember(world, party.partyId, user, role, departmentOf(user.userId))
  }
  const departmentOf = (userId: string) =>
    [callers.author, callers.neighbour].some(({ user }) => user?.userId === userId) ? DEPARTMENTS.data : 'A01'

  return {
    GetPublicKey: plain(wire.GetPublicKey),
    GetCaptcha: plain(wire.GetCaptcha, () => ({ key: '1' })),
    Login: plain(wire.Login, () => ({ username: 'u', password: SECRET, captcha: '', captchaKey: '1' })),
    SendCode: plain(wire.SendCode, () => ({ email: `${uniqueName()}@example.org`, purpose: 'reset' as const })),
    Register: plain(wire.Register, () => ({
      email: `${uniqueName()}@example.org`,
      password: SECRET,
      code: '000000',
      username: uniqueName(),
      userType: 2,
    })),
    CheckUnique: plain(wire.CheckUnique, () => ({ username: uniqueName() })),
    VerifyCode: plain(wire.VerifyCode, () => ({ email: `${uniqueName()}@example.org`, code: '000000' })),
    ResetPassword: plain(wire.ResetPassword, () => ({
      email: `${uniqueName()}@example.org`,
      password: SECRET,
      code: '000000',
    })),
    Logout: [
      async () =>
        scene(
          wire.Logout,
          'their session',
          {},
          {
            restore: async (caller) => {
              if (!caller.user) return
              caller.user.token = (await startSession(world.db, caller.user.userId, world.clock.now())).token
              caller.headers[wire.HEADERS.token] = caller.user.token
            },
          },
        ),
    ],
    ChangePassword: plain(wire.ChangePassword, () => ({ oldPassword: SECRET, password: SECRET, confirmation: SECRET })),
    DeleteAccount: plain(wire.DeleteAccount, () => ({ password: SECRET })),
    GetRole: plain(wire.GetRole),
    GetPermissions: plain(wire.GetPermissions),
    SendFeedback: plain(wire.SendFeedback, () => ({ text: 'well done', page: '/home' })),
    UploadFile: [
      async () =>
        scene(
          wire.UploadFile,
          'a form without a file',
          {},
          { ask: ({ headers }) => sendEmptyForm(wire.UploadFile, headers) },
        ),
    ],
    GetMarketLink: plain(wire.GetMarketLink, () => ({ returnUrl: PUBLIC_URL })),
    RedeemMarketToken: [
      // A caller without a market token gets no information, with or without a session.
      ...plain(wire.RedeemMarketToken, () => ({ token: 'x' })),
      async () => {
        const { user } = callers.tourist
        const { url } = (await call(world, wire.GetMarketLink, { returnUrl: PUBLIC_URL }, user && { user })).result
        const token = new URL(url).searchParams.get('token') ?? ''
        const callersOnce = [
          { name: 'the market', who: 'market', headers: {} },
          { name: 'a second caller', who: 'anybody', headers: {} },
        ] as const
        return scene(wire.RedeemMarketToken, "a user's token", { token }, { callers: callersOnce, isOnce: true })
      },
    ],

    GetAbout: plain(wire.GetAbout),
    GetStatistics: plain(wire.GetStatistics),
    GetScreen: plain(wire.GetScreen),
    ListVersions: plain(wire.ListVersions),
    Search: plain(wire.Search, () => ({ text: 'a' })),
    GetWaiting: plain(wire.GetWaiting),

    GetSocketToken: plain(wire.GetSocketToken),
    ListNotifications: plain(wire.ListNotifications),
    MarkNotificationRead: [
      async () => {
        const [id, userId] = [newId(), callers.author.user?.userId ?? '']
        await world.db.insert(notifications).values({
          id,
          userId,
          partyId: a.partyId,
          kind: 'task.quit',
          params: {},
          subject: 'task',
          subjectId: '',
          sendTime: world.clock.now(),
        })
        return scene(
          wire.MarkNotificationRead,
          'a notice to one person',
          { notificationId: id },
          {
            facts: (caller) => ({ notice: { is: holding({ reader: caller === callers.author }) } }),
          },
        )
      },
    ],
    MarkAllNotificationsRead: plain(wire.MarkAllNotificationsRead),
    SendAnnouncement: inParty(wire.SendAnnouncement, 'party', () => ({ text: 'hello' })),
    Remind: [
      ...tasks(wire.Remind, ({ taskId }) => ({ whom: 'initiator' as const, id: taskId }), {
        need: 'task.remind-initiator',
      }),
      ...tasks(wire.Remind, ({ ofB }) => ({ whom: 'participant' as const, id: ofB }), {
        need: 'task.remind-participant',
      }),
    ],

    ListMyParties: plain(wire.ListMyParties),
    ListParties: plain(wire.ListParties),
    GetParty: plain(wire.GetParty, () => ({ partyId: a.partyId })),
    CheckParty: plain(wire.CheckParty, newParty),
    CreateParty: plain(wire.CreateParty, newParty),
    CreatePartyOlder: plain(wire.CreatePartyOlder, newParty),
    JoinParty: plain(wire.JoinParty, () => ({ inviteCode: '00000000' })),
    AskToJoin: plain(wire.AskToJoin, () => ({ partyId: d.partyId })),
    ListMyJoinRequests: plain(wire.ListMyJoinRequests),
    WithdrawJoinRequest: [
      async () => {
        const id = await request(callers.tourist.user?.userId ?? '')
        return scene(
          wire.WithdrawJoinRequest,
          "the tourist's",
          { id },
          {
            facts: (caller) => ({ party: { is: holding({ asker: caller === callers.tourist }) } }),
          },
        )
      },
    ],
    UpdateParty: [
      async () =>
        scene(
          wire.UpdateParty,
          'the first party',
          { id: a.partyId, name: { cn: uniqueName('P') } },
          {
            facts: (caller) => ({ party: { is: holding({ own: isOf(caller, a) }) } }),
          },
        ),
    ],
    CreatePartyInvite: inParty(wire.CreatePartyInvite, 'party'),
    ListJoinRequests: inParty(wire.ListJoinRequests, 'party'),
    ReviewJoinRequest: [
      async () => {
        const id = await request((await buildUser(world)).userId)
        return scene(
          wire.ReviewJoinRequest,
          'to the first party',
          { id, verdict: 'reject' },
          {
            facts: (caller) => ({ party: { is: holding({ own: isOf(caller, a) }) } }),
          },
        )
      },
    ],
    ListMembers: inParty(wire.ListMembers, 'party'),
    SetMemberRole: targets(wire.SetMemberRole, (userId) => ({ userId, role: 'admin' as const })),
    RemoveMember: targets(wire.RemoveMember, (userId) => ({ userId })),
    LeaveParty: [
      async () => {
        await leaveOneSuperAdmin()
        return scene(
          wire.LeaveParty,
          'their party',
          {},
          {
            facts: (caller) => ({
              party: {
                is: [...inOwnParty(caller).is, 'self'],
                state: {
                  target:
                    caller.who === 'super-admin' ? 'last-super-admin' : caller.who === 'admin' ? 'admin' : 'member',
                },
              },
            }),
            restore: backIn,
          },
        )
      },
    ],
    ListDepartments: [
      async () =>
        scene(
          wire.ListDepartments,
          'of the first party',
          { partyId: a.partyId },
          {
            facts: (caller) => ({ party: { is: holding({ own: isOf(caller, a) }) } }),
          },
        ),
    ],
    SetDepartment: [
      async () =>
        scene(
          wire.SetDepartment,
          'their own',
          { orgCode: DEPARTMENTS.other },
          {
            facts: (caller) => ({
              party: {
                is: [...inOwnParty(caller).is, 'self'],
                state: { department: departmentOf(caller.user?.userId ?? '') === 'A01' ? 'root' : 'chosen' },
              },
            }),
            restore: backIn,
          },
        ),
      async () => {
        const user = await buildUser(world)
        await addMember(world, a.partyId, user)
        return scene(
          wire.SetDepartment,
          "another member's",
          { orgCode: DEPARTMENTS.other, userId: user.userId },
          {
            facts: (caller) => ({
              party: { is: holding({ own: isOf(caller, a), other: true }), state: { department: 'root' } },
            }),
          },
        )
      },
    ],
    AddDepartment: inParty(wire.AddDepartment, 'party', () => ({ parentCode: 'A01', name: uniqueName('D') })),
    RenameDepartment: inParty(wire.RenameDepartment, 'party', () => ({
      orgCode: DEPARTMENTS.other,
      name: uniqueName('D'),
    })),
    RemoveDepartment: [
      async () =>
        scene(
          wire.RemoveDepartment,
          'a leaf of their party',
          { orgCode: await leaf() },
          {
            facts: (caller) => ({ party: inOwnParty(caller) }),
          },
        ),
    ],

    GetEdge: inParty(wire.GetEdge, 'edge'),
    GetEdgeCertificate: [
      async () =>
        scene(
          wire.GetEdgeCertificate,
          'of the first party',
          { partyId: a.partyId },
          {
            facts: (caller) => ({ edge: { is: holding({ own: isOf(caller, a) }) } }),
          },
        ),
    ],
    ListFailingSoftware: [
      ...inParty(wire.ListFailingSoftware, 'edge'),
      ...besideParty(wire.ListFailingSoftware, ({ partyId }) => ({ partyId })),
    ],
    ListFailingHardware: [
      ...inParty(wire.ListFailingHardware, 'edge'),
      ...besideParty(wire.ListFailingHardware, ({ partyId }) => ({ partyId })),
    ],
    CheckSoftware: besideParty(wire.CheckSoftware, ({ nameEn }) => ({ partyName: nameEn })),
    CheckHardware: besideParty(wire.CheckHardware, ({ nameEn }) => ({ partyName: nameEn })),
    GetFirstSteps: inParty(wire.GetFirstSteps, 'edge'),
    CreateEdgeEnrolment: inParty(wire.CreateEdgeEnrolment, 'edge'),
    RevokeEdge: inParty(wire.RevokeEdge, 'edge'),
    GetEdgeToken: [
      async () =>
        scene(
          wire.GetEdgeToken,
          "the first party's",
          { partyId: a.partyId },
          {
            facts: (caller) => ({ edge: { is: holding({ own: isOf(caller, a) }) } }),
          },
        ),
    ],

    ListPoolTasks: plain(wire.ListPoolTasks),
    ListHotTasks: plain(wire.ListHotTasks),
    ListMyTasks: plain(wire.ListMyTasks),
    // `ListMyTasksAtEdge` has the same path as `ListMyTasks`; the edge answers with its own part of the list.
    ListMyTasksAtEdge: plain(wire.ListMyTasks),
    ListMyActivity: [
      async () => scene(wire.ListMyActivity, 'in all tasks', {}, { need: 'task.list-own' }),
      ...tasks(wire.ListMyActivity, ({ taskId }) => ({ id: taskId })),
    ],
    GetTask: [
      ...tasks(wire.GetTask, ({ taskId }) => ({ taskId })),
      ...invited(wire.GetTask, ({ taskId }) => ({ taskId })),
    ],
    GetRegistrations: tasks(wire.GetRegistrations, ({ taskId }) => ({ taskId })),
    GetProgress: tasks(wire.GetProgress, ({ taskId }) => ({ taskId })),
    GetInitiatorDataset: [
      ...tasks(wire.GetInitiatorDataset, ({ taskId }) => ({ taskId })),
      ...invited(wire.GetInitiatorDataset, ({ taskId }) => ({ taskId })),
    ],
    GetRun: tasks(wire.GetRun, ({ taskId }) => ({ taskId })),
    ListRuns: tasks(wire.ListRuns, ({ taskId }) => ({ taskId })),
    GetRunRounds: tasks(wire.GetRunRounds, ({ taskId }) => ({ taskId, runId: 'none' })),
    GetMetrics: tasks(wire.GetMetrics, ({ taskId }) => ({ taskId })),
    GetProgressByRegistration: tasks(wire.GetProgressByRegistration, ({ ofB }) => ({ registrationId: ofB }), {
      named: b,
    }),
    CreateTask: plain(wire.CreateTask, () => ({ ...NEW_TASK, researchType: 'federated' as const })),
    CreateLocalTask: plain(wire.CreateLocalTask, () => NEW_TASK),
    UpdateTask: tasks(wire.UpdateTask, ({ taskId }) => ({ taskId, name: 'renamed' })),
    UpdateColumnSelection: tasks(wire.UpdateColumnSelection, ({ taskId }) => ({
      taskId,
      columnSelection: { columns: ['age'], label: 'sick' },
    })),
    ListStarts: tasks(wire.ListStarts, ({ taskId }) => ({ taskId })),
    ChooseStart: tasks(wire.ChooseStart, ({ taskId }) => ({ taskId, modelId: null })),
    DeleteTask: tasks(wire.DeleteTask, ({ taskId }) => ({ taskId })),
    CreateTaskInvite: tasks(wire.CreateTaskInvite, ({ taskId }) => ({ taskId })),
    ListInvitees: tasks(wire.ListInvitees, ({ taskId }) => ({ taskId })),
    ListTasksToInvite: datasets(wire.ListTasksToInvite, (datasetId) => ({ datasetId })),
    InviteParty: tasks(wire.InviteParty, ({ taskId }) => ({ taskId, partyId: c.partyId })),
    TakeBackInvitation: invited(wire.TakeBackInvitation, ({ ofC }) => ({ registrationId: ofC })),
    AnswerInvitation: invited(wire.AnswerInvitation, ({ taskId }) => ({ taskId, answer: 'reject' as const })),
    JoinByCode: tasks(wire.JoinByCode, ({ code }) => ({ inviteCode: code })),
    JoinTask: [
      ...tasks(wire.JoinTask, ({ taskId }) => ({ taskId })),
      ...invited(wire.JoinTask, ({ taskId }) => ({ taskId })),
    ],
    ReviewApplication: tasks(wire.ReviewApplication, ({ ofD }) => ({
      registrationId: ofD,
      verdict: 'reject' as const,
    })),
    QuitTask: [
      ...tasks(wire.QuitTask, ({ ofA }) => ({ registrationId: ofA }), { named: a, need: 'task.disband' }),
      ...tasks(wire.QuitTask, ({ ofB }) => ({ registrationId: ofB }), { named: b, need: 'task.quit' }),
      ...tasks(wire.QuitTask, ({ ofD }) => ({ registrationId: ofD }), { named: d, need: 'task.quit' }),
    ],
    OfferDataset: [a, b].flatMap((named) =>
      TASK_STATES.map(([about, fields], index) => async () => {
        const made = await addTask(world, cast, fields)
        const input = { registrationId: named === a ? made.ofA : made.ofB, datasetId: await buildDataset(world, named) }
        return scene(wire.OfferDataset, `${about}, for party ${named === a ? 'a' : 'b'}`, input, {
          facts: (caller) => ({ task: { is: inTask(cast, caller, named), state: stateOf(fields) } }),
          ...among(FEW.task, index),
        })
      }),
    ),
    AddSelectedFeatures: [a, b].flatMap((named) =>
      tasks(wire.AddSelectedFeatures, ({ taskId }) => [{ ...classOf(named), taskId }], { named }),
    ),
    SetFeatureCodes: TASK_STATES.map(([about, fields], index) => async () => {
      const { taskId } = await addTask(world, cast, fields)
      const id = newId()
      await world.db.insert(selectedFeature).values({ ...classOf(b), id, taskId, position: 0 })
      return scene(wire.SetFeatureCodes, about, [{ id, code: 0 }], {
        facts: (caller) => ({ task: { is: inTask(cast, caller), state: stateOf(fields) } }),
        ...among(FEW.task, index),
      })
    }),
    ListSelectedFeatures: tasks(wire.ListSelectedFeatures, ({ taskId }) => ({ taskId })),
    CloseJoining: tasks(wire.CloseJoining, ({ taskId }) => ({ taskId })),
    ReopenJoining: tasks(wire.ReopenJoining, ({ taskId }) => ({ taskId })),
    StartTraining: tasks(wire.StartTraining, ({ taskId }) => ({ taskId })),
    StartWithReady: tasks(wire.StartWithReady, ({ taskId }) => ({ taskId, keepOriginal: true })),
    StopTraining: tasks(wire.StopTraining, ({ taskId }) => ({ taskId })),
    FinishEarly: tasks(wire.FinishEarly, ({ taskId }) => ({ taskId })),
    Resubmit: tasks(wire.Resubmit, ({ taskId }) => ({ taskId })),

    ListAlgorithms: plain(wire.ListAlgorithms),
    GetAlgorithm: plain(wire.GetAlgorithm, () => ({ algorithmId: ALGORITHM })),
    ListAlgorithmsFor: plain(wire.ListAlgorithmsFor, () => ({ labelKind: 'binary' })),
    GetAlgorithmUse: plain(wire.GetAlgorithmUse, () => ({ algorithmId: ALGORITHM })),
    // No translation service is configured in the test, so a permitted caller gets that error.
    CallService: plain(wire.CallService, () => ({ serviceId: 'translate', text: '你好' })),
    ListAlgorithmActivity: plain(wire.ListAlgorithmActivity, () => ({ id: ALGORITHM })),

    ListPoolDatasets: plain(wire.ListPoolDatasets),
    ListMyDatasets: plain(wire.ListMyDatasets),
    ListDatasetsOfKinds: plain(wire.ListDatasetsOfKinds, () => ({ contentTypes: ['tabular'] })),
    ListDatasetChoices: plain(wire.ListDatasetChoices),
    SearchDatasetName: plain(wire.SearchDatasetName, () => ({ name: 'rows' })),
    ListDatasetsAndAlgorithms: datasets(wire.ListDatasetsAndAlgorithms, (datasetId) => ({ datasetId })),
    GetDataset: datasets(wire.GetDataset, (datasetId) => ({ datasetId })),
    DeleteDataset: datasets(wire.DeleteDataset, (datasetId) => ({ datasetId })),
    CompareDatasets: datasets(wire.CompareDatasets, async (datasetId) => ({
      initiator: { datasetId: await addDataset(world, cast, 'party') },
      participant: { datasetId },
    })),
    ListFormatDifferences: datasets(wire.ListFormatDifferences, async (datasetId) => ({
      taskId: (await addTask(world, cast)).taskId,
      datasetId,
    })),
    ...ofEdges,

    ListPoolModels: plain(wire.ListPoolModels),
    ListMetricDescriptions: plain(wire.ListMetricDescriptions),
    ListMyModels: plain(wire.ListMyModels),
    UploadModelFile: [
      async () =>
        scene(
          wire.UploadModelFile,
          'a form without a file',
          {},
          { ask: ({ headers }) => sendEmptyForm(wire.UploadModelFile, headers) },
        ),
    ],
    DiscardModelFile: [ofDraft(wire.DiscardModelFile, (draftId) => ({ draftId }))],
    CreateModel: [ofDraft(wire.CreateModel, (draftId) => ({ draftId, ...texts, described: null, isPublished: false }))],
    GetModel: models(wire.GetModel, (modelId) => ({ modelId })),
    ListModelActivity: models(wire.ListModelActivity, (id) => ({ id })),
    GetModelStatus: models(wire.GetModelStatus, (modelId) => ({ modelId })),
    PublishModel: models(wire.PublishModel, (modelId) => ({ modelId, ...texts })),
    DownloadModel: models(wire.DownloadModel, (modelId) => ({ modelId })),
    UpdateModel: models(wire.UpdateModel, (modelId) => ({ modelId, ...texts })),
    DeleteModel: models(wire.DeleteModel, (modelId) => ({ modelId })),
    UnpublishModel: models(wire.UnpublishModel, (modelId) => ({ modelId })),

    ListInferences: plain(wire.ListInferences),
    CreateInference: models(wire.CreateInference, (modelId) => ({ modelId, name: uniqueName(), description: 'd' })),
    GetInference: inferences(wire.GetInference, (inferenceId) => ({ inferenceId })),
    InferImages: inferences(wire.InferImages, (inferenceId) => ({ inferenceId })),
    InferText: inferences(wire.InferText, (inferenceId) => ({ inferenceId, text: 'A patient sleeps well.' })),
    Infer: inferences(wire.Infer, (inferenceId) => ({ inferenceId, rows: [{ age: 50, sex: 'm' }] })),
    InferDataset: inferences(wire.InferDataset, (inferenceId) => ({ inferenceId, datasetId: 'x' }), ['created']),
    ExplainRow: inferences(wire.ExplainRow, (inferenceId) => ({ inferenceId, row: { age: 50, sex: 'm' } })),
    InferOnce: models(wire.InferOnce, (modelId) => ({ modelId, rows: [{ age: 50, sex: 'm' }] })),
    ExplainOnce: models(wire.ExplainOnce, (modelId) => ({ modelId, row: { age: 50, sex: 'm' } })),
    DeleteInference: inferences(wire.DeleteInference, (inferenceId) => ({ inferenceId })),
  }
}

/** Endpoints that only edges serve. The tests of the edge cover them. */
const ofEdges = {
  CheckHealth: [],
  UploadZip: [],
  SaveDataset: [],
  GetHeldDataset: [],
  ListRows: [],
  GetColumnProfiles: [],
  GetAnalysis: [],
  GetGraphSample: [],
  ListClasses: [],
  NameClasses: [],
  OfferColumns: [],
  ReadUpload: [],
  OfferRows: [],
  ProposeNames: [],
  ConfirmNames: [],
  DraftGrant: [],
  CompareRows: [],
  ChangeRows: [],
  SignGrant: [],
  ListGrants: [],
  WithdrawGrant: [],
  ListGrantEvents: [],
  ListLocalResults: [],
  ShareLocalResult: [],
  DeleteLocalResult: [],
  ListHeldDatasets: [],
  GetAskedModel: [],
  ListPredictedRows: [],
  GetPredictedGraph: [],
  GetSigning: [],
  MakeSigningChallenge: [],
  OpenEdgeSession: [],
  OpenMachineSession: [],
  MakeSessionChallenge: [],
  GetSessionProvider: [],
  BeginProviderSession: [],
  OpenProviderSession: [],
  GetEdgeSession: [],
  ShareEdgeSession: [],
  EndEdgeSession: [],
  AddEdgeMember: [],
  AddMachineKey: [],
  HandOver: [],
  ConfirmAddress: [],
  ChangeEdgeMember: [],
  ResetEdgeMember: [],
  RemoveEdgeMember: [],
  SetSigningPin: [],
  GetPasskeyOptions: [],
  AddPasskey: [],
  ListRemoved: [],
  DeleteRows: [],
  BringBack: [],
} satisfies Partial<Record<EndpointName, Making[]>>

export interface ModelScene {
  about: string
  has: 'own' | 'pool' | 'copy'
  of: 'own' | 'pool' | 'copy'
}
export const MODEL_SCENES: readonly ModelScene[] = [
  { about: "the first party's own", has: 'own', of: 'own' },
  { about: "the first party's own, in the pool too", has: 'pool', of: 'own' },
  { about: 'in the pool', has: 'pool', of: 'pool' },
  { about: "the participant's copy", has: 'copy', of: 'copy' },
]

export function modelFacts(
  { a, b, callers }: Cast,
  caller: Caller,
  { has, of }: ModelScene,
): NonNullable<Facts['model']> {
  const isCopy = of === 'copy'
  const hasOwn = isOf(caller, a) || (has === 'copy' && isOf(caller, b))
  return {
    is: holding({
      own: isOf(caller, isCopy ? b : a),
      keeper: caller === (isCopy ? callers.joiner : callers.author),
      'without-own': !hasOwn,
    }),
    state: {
      place: of === 'pool' ? 'pool' : 'own',
      origin: isCopy ? 'copied' : 'first-hand',
      run: has === 'own' ? 'unpublished' : 'published',
    },
  }
}
