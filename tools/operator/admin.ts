import { createInterface } from 'node:readline'
import { type Command, Refused, say, textOption, UsageError } from './command.ts'

import { withActs } from './platform.ts'

const PASSWORD_OPTION = { 'password-stdin': { type: 'boolean' } } as const
const PASSWORD_HELP = [
  'Generates a password and prints it once; the user should change it. With --password-stdin the command reads the first line',
  'of the input instead. Never put a password into the command, where other users of this machine could read it.',
]

/** Returns the password from standard input, or a generated password, which the caller must print. */
async function passwordFrom(fromInput: unknown): Promise<{ password: string; isGenerated: boolean }> {
  if (!fromInput)
    return { password: (await import('../../apps/platform/src/operator.ts')).newPassword(), isGenerated: true }
  for await (const line of createInterface({ input: process.stdin })) return { password: line, isGenerated: false }
  throw new UsageError('--password-stdin: the input is empty')
}

const printPassword = ({ password, isGenerated }: { password: string; isGenerated: boolean }) => {
  if (isGenerated) say(`Password, shown only once: ${password}`)
}

export const adminCommands: Command[] = [
  {
    name: 'admin create-user',
    usage: '<username> (--email <address> | --phone <number>) [--password-stdin]',
    about: 'Creates an account, such as the first one of a new platform.',
    details: PASSWORD_HELP,
    options: { ...PASSWORD_OPTION, email: { type: 'string' }, phone: { type: 'string' } },
    words: [1, 1],
    run: async ([username = ''], values) => {
      const [email, phone] = [textOption(values.email), textOption(values.phone)]
      if ((email === undefined) === (phone === undefined)) throw new UsageError('give either --email or --phone')
      const chosen = await passwordFrom(values['password-stdin'])
      const input = { username, email, phone, password: chosen.password }
      await withActs(({ createUser }, deps, by) => createUser(deps, input, by), { mayBeNew: true })
      say(`The account ${username} was created.`)
      printPassword(chosen)
    },
  },
  {
    name: 'admin reset-password',
    usage: '<user> [--password-stdin]',
    about: 'Gives an account another password. Every session of its user ends at once.',
    details: PASSWORD_HELP,
    options: PASSWORD_OPTION,
    words: [1, 1],
    run: async ([name = ''], values) => {
      const chosen = await passwordFrom(values['password-stdin'])
      const user = await withActs(({ givePassword }, deps, by) => givePassword(deps, name, chosen.password, by))
      say(`The password of ${user.username} was changed, and every session ended.`)
      printPassword(chosen)
    },
  },
  {
    name: 'admin list-users',
    usage: '',
    about: 'Lists the accounts: user name, e-mail or phone, since when, and whether it is locked.',
    words: [0, 0],
    run: async () => {
      const users = await withActs(({ listUsers }, deps, by) => listUsers(deps, by))
      for (const { username, email, phone, createTime, lockedTime } of users) {
        const locked = lockedTime ? `locked ${lockedTime.toISOString()}` : ''
        say([username, email ?? phone ?? '', createTime.toISOString(), locked].join('\t').trimEnd())
      }
      if (users.length === 0) say('There are no accounts yet: tessera admin create-user makes the first one.')
    },
  },
  {
    name: 'admin lock',
    usage: '<user>',
    about: 'Locks an account, given by user name, e-mail or phone. Every session of its user ends at once.',
    words: [1, 1],
    run: async ([name = '']) => {
      const { username } = await withActs(({ lockUser }, deps, by) => lockUser(deps, name, by))
      say(`${username} is locked: every session ended, and nobody can log in as ${username}.`)
    },
  },
  {
    name: 'admin unlock',
    usage: '<user>',
    about: 'Unlocks an account, including one that is blocked after too many wrong passwords.',
    words: [1, 1],
    run: async ([name = '']) => {
      const { username } = await withActs(({ unlockUser }, deps, by) => unlockUser(deps, name, by))
      say(`${username} can log in again.`)
    },
  },
  {
    name: 'admin suspend-party',
    usage: '<party id>',
    about:
      'Suspends a party: its members can no longer act for it, and its edge is disconnected at once. Its data is kept.',
    words: [1, 1],
    run: async ([partyId = '']) => {
      await withActs(({ suspendParty }, deps, by) => suspendParty(deps, partyId, by))
      say(`Party ${partyId} is suspended. tessera admin resume-party ${partyId} ends the suspension.`)
    },
  },
  {
    name: 'admin resume-party',
    usage: '<party id>',
    about: 'Ends the suspension of a party. Its edge reconnects automatically.',
    words: [1, 1],
    run: async ([partyId = '']) => {
      await withActs(({ resumeParty }, deps, by) => resumeParty(deps, partyId, by))
      say(`Party ${partyId} is active again.`)
    },
  },
  {
    name: 'admin revoke-edge',
    usage: '<party id>',
    about: "Revokes a party's edge at once. The party can connect an edge only after a new enrolment.",
    words: [1, 1],
    run: async ([partyId = '']) => {
      await withActs(({ revokeEdge, record }, deps, by) =>
        deps.db.transaction(async (tx) => {
          await revokeEdge({ ...deps, db: tx }, partyId, 'operator')
          await record(tx, 'operator.edge-revoked', { partyId, by })
        }),
      )
      say(`The edge of party ${partyId} is revoked. The party's administrator can enrol an edge again.`)
    },
  },
  {
    name: 'admin announce',
    usage: '<text>',
    about: 'Sends a notice to all users, which the console shows.',
    words: [1, 1],
    run: async ([text = '']) => {
      const count = await withActs(async ({ announceToAll, record }, deps, by) => {
        const readers = await announceToAll(deps, text)
        await record(deps.db, 'operator.announced', { text: text.trim(), readers, by })
        return readers
      })
      say(`The notice was sent to ${count} ${count === 1 ? 'user' : 'users'}.`)
    },
  },
  {
    name: 'admin feedback',
    usage: '[--delete <id>]',
    about: 'Shows feedback from users, oldest first. With --delete it deletes one item.',
    options: { delete: { type: 'string' } },
    words: [0, 0],
    run: async (_words, values) => {
      const id = textOption(values.delete)
      if (id === undefined) return showFeedback()
      const isGone = await withActs(({ deleteFeedback }, deps, by) => deleteFeedback(deps, id, by))
      if (!isGone) throw new Refused(`There is no feedback ${id}.`)
      say('The feedback was deleted.')
    },
  },
]

async function showFeedback() {
  const all = await withActs(({ listFeedback }, deps, by) => listFeedback(deps, by))
  if (all.length === 0) say('There is no feedback.')
  for (const { feedback, username } of all) {
    const party = feedback.partyId ? `, party ${feedback.partyId}` : ''
    say(`${feedback.createTime.toISOString()}  ${username}${party}, on ${feedback.page}  (${feedback.id})`)
    for (const line of feedback.text.split('\n')) say(`    ${withoutControls(line)}`)
  }
}

/** Replaces control characters, so that a feedback text cannot control the operator's terminal. */
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, '\u{fffd}')
