import { WaitingKind } from '@tessera/contract'
import { GetWaiting } from '@tessera/contract/wire'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { Waiting } from './Waiting.tsx'

const item = (kind: WaitingKind, id: string) => ({
  ...{ kind, id, taskId: kind === 'join-request' ? null : id, taskName: kind === 'join-request' ? null : `Task ${id}` },
  ...{ by: 'Hospital B', since: null },
})

test.each(['cn', 'en'] as const)(
  'each is a sentence and a link to where it is done; the rest is counted (%s)',
  async (language) => {
    logIn()
    const items = WaitingKind.options.map((kind, index) => item(kind, String(index)))
    fakeServer(on(GetWaiting, () => ({ items, total: items.length + 3 })))
    renderPage(<Waiting />, { language })
    const links = await screen.findAllByRole('link')
    const places = links.map((link) => link.getAttribute('href'))
    expect(places).toEqual(
      items.map(({ kind, id }) => {
        if (kind === 'join-request') return '/party?tab=requests'
        return `/mytask/mytaskDetail?id=${id}${kind === 'application' ? '&at=applications' : ''}`
      }),
    )
    for (const [index, { taskName }] of items.entries()) {
      expect(links[index]?.textContent).toContain(taskName ?? 'Hospital B')
    }
    // Of what kind the rest is, and so where it is done, nobody says.
    expect(screen.getByText(language === 'cn' ? '还有 3 项' : '3 more').closest('a')).toBeNull()
  },
)
