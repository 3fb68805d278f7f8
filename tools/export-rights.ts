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

export const rightsFile = join(root, 'docs', 'rights.md')

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

Made from \`packages/contract/src/rights\` by \`node tools/export-rights.ts\`: change the table there. The same table decides every call, on the
platform and at each edge, and what buttons the console shows. A test calls every route as everybody and compares.

- **Anybody**: without a session. **Anybody logged in**: also a *tourist*, who acts for no party.
- **A member** acts for one party at a time, named with each call; the server looks up the membership each time. **An administrator** may all that a
  member may, **a super administrator** all that an administrator may, and appoints them. A party always has one.
- Who is in several parties has, in each call, the rights in the one named. Acting for a party one is no member of is refused and logged.
- Where several are named, any one of them suffices. Beside the answers named, all calls that need a session answer \`session.missing\` or
  \`session.expired\` (HTTP 401), those that need a party \`party.required\` or \`party.not-member\`; an edge answers \`edge.token-required\` or
  \`edge.token-refused\` (HTTP 401) to callers without a token of its own party, and \`edge.session-required\` or \`edge.proof-refused\` where a call takes a
  session of a member on its own list. In a session the list says who somebody is: signers stand for administrators.
- A program that went in with its own key makes the calls that say so, and no others (\`edge.machine-reads-only\`).
- \`use: offered\` are rows set aside for one task, which stand there for the dataset they come from; \`target\` is the member it
  is done to.
- The platform's operator has no rights here: \`tessera admin\` runs on the server itself.
`

/** Returns the whole page. */
export function rightsPage(): string {
  const names = Object.keys(rights) as RightName[]
  const sections = (Object.keys(AREAS) as Thing[]).map((thing) => {
    const rows = names.filter((name) => name.startsWith(`${thing}.`)).map(rowOf)
    return `## ${AREAS[thing]}\n\n| What | Who | While | Else | Calls |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
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

/** Returns the calls of a right. A call that both platform and edge answer appears once. */
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
