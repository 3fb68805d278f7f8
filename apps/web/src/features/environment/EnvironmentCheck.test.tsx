import { NodeCondition, SoftwarePart } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { EnvironmentCheck } from './EnvironmentCheck.tsx'
import { EnvironmentGuide } from './EnvironmentGuide.tsx'

const MARK = { en: /^(Passed|Not ready|Not checked)$/, cn: /^(通过|未就绪|未检查)$/ }
const WORDS = { en: ['Passed', 'Not ready', 'Not checked'], cn: ['通过', '未就绪', '未检查'] } as const
const GUIDE = { en: 'Requirements for training', cn: '机构参与训练需要什么' }
const SILENT: SoftwarePart[] = ['edge', 'pages', 'storage', 'books', 'runner', 'supernode', 'node']

async function marks(software: SoftwarePart[], hardware: NodeCondition[], language: 'cn' | 'en', mark: RegExp) {
  logIn()
  fakeServer(
    on(ListFailingSoftware, () => software),
    on(ListFailingHardware, () => hardware),
  )
  renderPage(<EnvironmentCheck party={testParty()} setUp={null} note={null} />, { language })
  // Whether the result is hidden. Its space is reserved while it loads.
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByRole('alert')
  return screen.getAllByRole('listitem').flatMap((item) => {
    const name = item.querySelector('strong')?.textContent
    const state = within(item).queryByText(mark)?.textContent
    return name && state ? [[name, state] as const] : []
  })
}

test.each([
  ['en', MARK.en, ['Edge', 'Node in the federation', 'Network'], 'Federation server'],
  ['cn', MARK.cn, ['数据节点', '联邦中的节点', '网络'], '联邦服务器'],
] as const)(
  'marks all but the known parts of an unreachable edge as not checked (%s)',
  { meta: { spec: ['screens.environment-check', 'calls.flJobRecruit/hardWareStatus'] } },
  async (...row) => {
    const [language, mark, failing, passed] = row
    const [passes, fails, notChecked] = WORDS[language]
    const states = new Map(await marks(SILENT, ['NetworkUnavailable'], language, mark))
    expect(states.size).toBe(12)
    for (const [name, text] of states) {
      const isFailing = (failing as readonly string[]).includes(name)
      expect([name, text]).toEqual([name, isFailing ? fails : name === passed ? passes : notChecked])
    }
  },
)

test('shows the state of every part of an edge that is reachable', {
  meta: { spec: 'screens.environment-check' },
}, async () => {
  const states = await marks(['runner', 'superlink'], ['DiskPressure'], 'en', MARK.en)
  expect(states.filter(([, text]) => text === 'Not ready').map(([name]) => name)).toEqual([
    'Training runner',
    'Federation server',
    'Disk',
  ])
  expect(states.filter(([, text]) => text === 'Passed')).toHaveLength(9)
  const links = screen.getAllByRole('link', { name: /^What to do: / })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/environment/guide#runner',
    '/environment/guide#superlink',
    '/environment/guide#DiskPressure',
  ])
})

test('checks the environment again on “Check again”', { meta: { spec: 'screens.environment-check' } }, async () => {
  let failing: SoftwarePart[] = ['runner']
  logIn()
  fakeServer(
    on(ListFailingSoftware, () => failing),
    on(ListFailingHardware, () => []),
  )
  renderPage(<EnvironmentCheck party={testParty()} setUp={null} note={null} />, { language: 'en' })
  await screen.findByText('Not ready yet. You can create tasks once all software checks pass.')
  failing = []
  await userEvent.click(screen.getByRole('button', { name: /Check again/ }))
  await screen.findByText('Everything is ready. You can upload data and create tasks.')
  expect(screen.getAllByText('Passed')).toHaveLength(12)
})

test('allows creating tasks although the edge’s machine is low on resources, with a warning', async () => {
  await marks([], ['DiskPressure'], 'en', MARK.en)
  expect(screen.getByText(/^You can create tasks, but the machine is low on resources/)).toBeTruthy()
})

test.each(['en', 'cn'] as const)(
  'explains each part and its fix in the guide (%s)',
  { meta: { spec: 'screens.environment-check' } },
  async (language) => {
    logIn({ party: null })
    renderPage(<EnvironmentGuide />, { language })
    await screen.findByRole('heading', { level: 1, name: GUIDE[language] })
    for (const part of [...SoftwarePart.options, ...NodeCondition.options]) {
      const entry = document.getElementById(part)
      expect([part, entry?.querySelectorAll('p').length]).toEqual([part, 2])
      expect(entry?.textContent).not.toMatch(/\{\{|undefined/)
    }
  },
)
