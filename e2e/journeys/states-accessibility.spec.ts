import { type Browser, expect, type Page, test } from '@playwright/test'
import * as wire from '@tessera/contract/wire'
import { paths } from '../../apps/web/src/lib/paths.ts'
import type { Client } from '../../tools/client.ts'
import { PARTIES, SIGNING_PIN } from '../../tools/places.ts'
import { createTask, sign } from '../../tools/steps.ts'
import { limit } from '../../tools/testing/limits.ts'
import { expectNoAxeFindingsInBothThemes, logInAs, type Tongue } from '../person.ts'
import { pagesOfThings } from '../routes.ts'
import { textsIn } from '../words.ts'
import { failureOf, members, places, plannedTogether, startTraining } from '../world.ts'

const TONGUES = ['cn', 'en'] as const
const AXE = 'axe finds nothing moderate or worse'
const run = Date.now().toString(36)

let clients: Map<string, Client>
let everybody: [Client, Client, Client]
test.beforeAll(async () => {
  clients = await members()
  everybody = [...clients.values()] as [Client, Client, Client]
})

test(`${AXE} on the pages of single items, in Chinese`, { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(limit(900_000))
  const page = await logInAs(browser, PARTIES[0].username)
  for (const route of await pagesOfThings()) await look(page, route)
  await page.context().close()
})

test(`${AXE} on a task that recruits, for its initiator, an applicant and an uninvolved user`, {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(limit(900_000))
  const [alice, bob] = everybody
  const taskId = await createTask(alice, `Recruits ${run}`, 'invite-only', 'federated')
  await bob.call(wire.JoinTask, { taskId, note: 'Ninety rows of the same kind' })
  await lookInBoth(browser, async (page) => look(page, paths.task(taskId)), PARTIES[0].username)
  await lookInBoth(browser, async (page) => look(page, paths.task(taskId)), PARTIES[1].username)
  await lookInBoth(browser, async (page) => look(page, paths.task(taskId)), PARTIES[2].username)
})

test(`${AXE} on a task that waits for signatures, and on a task that is ready`, { tag: '@long' }, async ({
  browser,
}) => {
  test.setTimeout(limit(900_000))
  const [alice, ...others] = everybody
  const taskId = await plannedTogether(clients, `Ready ${run}`, { rounds: 5 })
  for (const client of others) await sign(client, taskId)
  await lookInBoth(browser, async (page, say) => {
    await look(page, paths.task(taskId))
    await page.getByRole('button', { name: say('task', 'prepare.ticket.read') }).click()
    await expect(page.getByRole('article')).toBeVisible()
    await expectNoAxeFindingsInBothThemes(page)
  })
  await sign(alice, taskId)
  await lookInBoth(browser, async (page, say) => {
    await look(page, paths.task(taskId))
    await expect(page.getByRole('button', { name: say('task', 'ready.start') })).toBeEnabled()
  })
})

test(`${AXE} on a task in training, and on a task whose training failed`, { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(limit(900_000))
  const [alice, bob] = everybody
  const taskId = await startTraining(clients, `Trains ${run}`, 100, places, 'mlp')
  await lookInBoth(browser, async (page) => {
    for (const route of [paths.task(taskId), paths.runLog(taskId)]) await look(page, route)
    expect((await alice.call(wire.GetTask, { taskId })).status).toBe('training')
  })
  const [grant] = await bob.call(wire.ListGrants, { taskId })
  await bob.call(wire.WithdrawGrant, { id: grant?.id ?? '', proof: { pin: SIGNING_PIN } })
  await failureOf(alice, taskId)
  await lookInBoth(browser, async (page) => {
    for (const route of [paths.task(taskId), paths.runLog(taskId), paths.runs(taskId)]) await look(page, route)
  })
})

async function look(page: Page, route: string) {
  await page.goto(route)
  await expectNoAxeFindingsInBothThemes(page)
}

/** Opens the page as one user, once per language. */
async function lookInBoth(
  browser: Browser,
  walk: (page: Page, say: ReturnType<typeof textsIn>) => Promise<void>,
  username: string = PARTIES[0].username,
) {
  for (const tongue of TONGUES satisfies readonly Tongue[]) {
    const page = await logInAs(browser, username, { tongue })
    await walk(page, textsIn(tongue))
    await page.context().close()
  }
}
