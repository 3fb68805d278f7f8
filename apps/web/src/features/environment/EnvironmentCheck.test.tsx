import { NodeCondition, SoftwarePart } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { EnvironmentCheck } from './EnvironmentCheck.tsx'
import { EnvironmentGuide } from './EnvironmentGuide.tsx'

const MARK = { en: /^(Passed|Not ready|Not checked)$/, cn: /^(通过|未就绪|未检查)$/ }
const WORDS = { en: ['Passed', 'Not ready', 'Not checked'], cn: ['通过', '未就绪', '未检查'] } as const
const GUIDE = { en: 'What a party needs to train', cn: '机构参与训练需要什么' }
const SILENT: SoftwarePart[] = ['edge', 'pages', 'storage', 'books', 'runner', 'supernode', 'node']

async function marks(software: SoftwarePart[], hardware: NodeCondition[], language: 'cn' | 'en', mark: RegExp) {
  logIn()
  fakeServer(
    on(ListFailingSoftware, () => software),
    on(ListFailingHardware, () => hardware),
  )
  renderPage(<EnvironmentCheck party={testParty()} setUp={null} note={null} />, { language })
  // What has only its room kept is not there for anybody.
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByRole('alert')
  return screen.getAllByRole('listitem').flatMap((item) => {
    const name = item.querySelector('strong')?.textContent
    const said = within(item).queryByText(mark)?.textContent
    return name && said ? [[name, said] as const] : []
  })
}

test.each([
  ['en', MARK.en, ['Edge', 'Node in the federation', 'Network'], 'Federation server'],
  ['cn', MARK.cn, ['数据节点', '联邦中的节点', '网络'], '联邦服务器'],
] as const)('of an edge that is not heard of only that is known: the rest is not checked (%s)', async (...row) => {
  const [language, mark, failing, passed] = row
  const [passes, fails, notChecked] = WORDS[language]
  const said = new Map(await marks(SILENT, ['NetworkUnavailable'], language, mark))
  expect(said.size).toBe(12)
  for (const [name, text] of said) {
    const isFailing = (failing as readonly string[]).includes(name)
    expect([name, text]).toEqual([name, isFailing ? fails : name === passed ? passes : notChecked])
  }
})

test('of an edge that is there every part is said as it is', async () => {
  const said = await marks(['runner', 'superlink'], ['DiskPressure'], 'en', MARK.en)
  expect(said.filter(([, text]) => text === 'Not ready').map(([name]) => name)).toEqual([
    'Training runner',
    'Federation server',
    'Disk',
  ])
  expect(said.filter(([, text]) => text === 'Passed')).toHaveLength(9)
  const links = screen.getAllByRole('link', { name: /^What to do: / })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/environment/guide#runner',
    '/environment/guide#superlink',
    '/environment/guide#DiskPressure',
  ])
})

test('checked again, it is asked again', async () => {
  let failing: SoftwarePart[] = ['runner']
  logIn()
  fakeServer(
    on(ListFailingSoftware, () => failing),
    on(ListFailingHardware, () => []),
  )
  renderPage(<EnvironmentCheck party={testParty()} setUp={null} note={null} />, { language: 'en' })
  await screen.findByText('Not ready yet. Tasks cannot be created until all of the software passes.')
  failing = []
  await userEvent.click(screen.getByRole('button', { name: /Check again/ }))
  await screen.findByText('Everything is ready: data can be uploaded and tasks can be created.')
  expect(screen.getAllByText('Passed')).toHaveLength(12)
})

test('a machine that is short of something keeps nobody from creating tasks, and the page says no such thing', async () => {
  await marks([], ['DiskPressure'], 'en', MARK.en)
  expect(screen.getByText(/^Tasks can be created, but the machine is short of something/)).toBeTruthy()
})

test.each(['en', 'cn'] as const)('the guide says of every part what it is and what to do (%s)', async (language) => {
  logIn({ party: null })
  renderPage(<EnvironmentGuide />, { language })
  await screen.findByRole('heading', { level: 1, name: GUIDE[language] })
  for (const part of [...SoftwarePart.options, ...NodeCondition.options]) {
    const entry = document.getElementById(part)
    expect([part, entry?.querySelectorAll('p').length]).toEqual([part, 2])
    expect(entry?.textContent).not.toMatch(/\{\{|undefined/)
  }
})
