import type { EdgeComponent, NodeCondition } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { EnvironmentCheck } from './EnvironmentCheck.tsx'

const SILENT: EdgeComponent[] = ['edge', 'supernode', 'runner', 'storage']

async function marks(software: EdgeComponent[], hardware: NodeCondition[], language: 'cn' | 'en', mark: RegExp) {
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
    return name && said ? [[name, said]] : []
  })
}

test.each([
  ['en', /^(Passed|Not ready|Not checked)$/, 'Edge', 'Network', 'Not ready', 'Not checked'],
  ['cn', /^(已?通过|未就绪|未通过|未检查)$/, '数据节点', '网络', undefined, '未检查'],
] as const)('of an edge that is not heard of only that is known: the rest is not checked (%s)', async (...row) => {
  const [language, mark, edge, network, failed, notChecked] = row
  const said = await marks(SILENT, ['NetworkUnavailable'], language, mark)
  expect(said).toHaveLength(8)
  for (const [name, text] of said) {
    const isKnown = name === edge || name === network
    expect([name, text === notChecked]).toEqual([name, !isKnown])
    if (isKnown && failed) expect(text).toBe(failed)
  }
})

test('of an edge that is there every part is said as it is', async () => {
  const said = await marks(['runner'], ['DiskPressure'], 'en', /^(Passed|Not ready|Not checked)$/)
  expect(said.filter(([, text]) => text === 'Not ready').map(([name]) => name)).toEqual(['Training runner', 'Disk'])
  expect(said.filter(([, text]) => text === 'Passed')).toHaveLength(6)
})
