import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@tessera/contract'
import {
  endpointRoutes,
  otherRoutes,
  type RightName,
  type Route,
  relations,
  rightOf,
  rights,
  rightsIn,
  type Thing,
  type Who,
} from '@tessera/contract/rights'
import { root } from './places.ts'

export const rightsFile = join(root, 'docs', 'reference', 'rights.md')

const AREAS: Record<Thing, string> = {
  platform: 'The platform itself',
  account: 'Accounts',
  picture: 'Pictures',
  market: 'Smart market',
  notice: 'Notices',
  party: 'Parties and members',
  edge: "A party's edge",
  task: 'Tasks',
  run: 'Runs',
  algorithm: 'Algorithms',
  dataset: 'Data',
  grant: 'Consent tickets, at the edge',
  result: 'Results of single-party runs, at the edge',
  model: 'Models',
  inference: 'Inference',
}

const PEOPLE: Record<Who, string> = {
  anybody: 'anybody',
  user: 'anybody logged in',
  member: 'a member',
  admin: 'an administrator',
  'super-admin': 'a super administrator',
  edge: 'an enrolled edge',
  'new-edge': 'an edge with a one-time code',
  runner: "the edge's own runner",
  run: "the run's ServerApp",
  market: 'the holder of a market token',
}

const INTRODUCTION = `# Who may do what

Generated from \`packages/contract/src/rights\` by \`node tools/export-rights.ts\`: change the table there. The platform and every edge
check each call against this table, and the console shows buttons accordingly. A test makes every call as each kind of user.

- **Anybody**: without a session. **Anybody logged in**: also a *tourist*, who acts for no party.
- **A member** acts for one party at a time, which each call names; the server checks the membership each time. **An administrator** has all
  rights of a member, and **a super administrator** all rights of an administrator, and can
  appoint and dismiss administrators. A party always has at least one super administrator.
- A user of several parties has, in each call, the rights in the party that the call names. A call for another party is refused and logged.
- If several alternatives are listed, one of them is enough. Besides the listed errors, calls that need a session return
  \`session.missing\` or \`session.expired\` (HTTP 401), and calls that need a party \`party.required\` or \`party.not-member\`. An edge
  returns \`edge.token-required\` or \`edge.token-refused\` (HTTP 401) to callers without a token of its own party, and
  \`edge.session-required\` or \`edge.proof-refused\` if a call needs a session of a member on the edge's own list. Within a session, that
  list defines the role: signers count as administrators.
- A program with its own key can make only the calls that are marked so (\`edge.machine-reads-only\`).
- \`use: offered\` marks the rows selected for one task, which are listed under their dataset. \`target\` is the member whom a call concerns.
- The platform's operator has no rights here: \`tessera admin\` runs on the server itself.
`

/** Returns the content of docs/reference/rights.md. */
export function rightsPage(): string {
  const names = Object.keys(rights) as RightName[]
  const sections = (Object.keys(AREAS) as Thing[]).map((thing) => {
    const rows = names.filter((name) => name.startsWith(`${thing}.`)).map(rowOf)
    return `## ${AREAS[thing]}\n\n| What | Who | Required state | Errors | Calls |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

function rowOf(name: RightName): string {
  const { title, ways, when, refusals } = rightOf(name)
  const who = ways.map(({ who, is = [], when }) => {
    const [first, ...further] = is.map((one) => wordsOf(name, one))
    const state = statesOf(when).map((one) => ` (${one})`)
    return [PEOPLE[who] + (first ? ` ${first}` : ''), ...further].join(', ') + state.join('')
  })
  const refused = refusals.map((code) => `\`${code}\``)
  const cells = [`${title}<br>\`${name}\``, who.join('; or<br>'), statesOf(when).join('<br>'), refused.join('<br>')]
  return `| ${[...cells, callsOf(name).join('<br>')].map((cell) => cell || '—').join(' | ')} |`
}

function wordsOf(name: RightName, relation: string): string {
  const words: Record<string, string> = relations[name.split('.')[0] as Thing]
  return words[relation] ?? relation
}

const statesOf = (when: { readonly [dimension: string]: readonly string[] | undefined } = {}) =>
  Object.entries(when).map(([dimension, values]) => `${spaced(dimension)}: ${values?.join(' or ')}`)

const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns the calls that require this right. A call that both platform and edge answer appears once. */
function callsOf(name: RightName): string[] {
  const routes = [...endpointRoutes, ...otherRoutes].filter(({ need }) => rightsIn(need).includes(name))
  return [...new Set(routes.map((route) => callOf(name, route)))]
}

function callOf(
  name: RightName,
  { method, path, need, takesSession, takesMachine, endpoint }: Route & { endpoint?: Endpoint },
): string {
  const others = rightsIn(need).filter((one) => one !== name)
  const also = typeof need === 'object' && 'all' in need && others.length > 0
  const session = endpoint?.server === 'both' ? ', at an edge in a session' : ' in a session of the edge'
  const requirement = takesSession ? `${session}${takesMachine ? ", a program's too" : ''}` : ''
  return `\`${method} ${path}\`${requirement}${also ? ` with ${others.map((one) => `\`${one}\``).join(', ')}` : ''}`
}

if (import.meta.main) writeFileSync(rightsFile, rightsPage())
