import { AppError, type Endpoint } from '@tessera/contract'
import { ListAlgorithms, ListMyDatasets, ListMyModels, ListPoolDatasets, ListPoolModels } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { heart } from '../../testing/dataset.ts'
import { heartModel } from '../../testing/model.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { AlgorithmsPage } from './AlgorithmsPage.tsx'
import { DataPoolPage } from './DataPoolPage.tsx'
import { ModelPoolPage } from './ModelPoolPage.tsx'
import { MyDataPage } from './MyDataPage.tsx'
import { MyModelsPage } from './MyModelsPage.tsx'

const algorithm = {
  id: 'a1',
  kind: 'horizontal',
  name: { cn: '逻辑回归', en: 'Logistic regression' },
  introduction: { cn: '', en: '' },
  description: { cn: '', en: '' },
  remark: { cn: '', en: '' },
  labelKinds: ['binary'],
  contentTypes: ['tabular'],
  parameters: {},
  parameterDescriptions: [],
  codeHash: 'h',
  useCount: 0,
  createTime: new Date('2026-01-01T00:00:00Z'),
}

beforeEach(() => logIn())

/**
 * For each page with a list: its path, its component, the call for its list, one item, the item's name, and the page
 * size.
 */
const LISTS: [string, () => ReactNode, Endpoint, { id: string }, string, number][] = [
  ['/mydata', MyDataPage, ListMyDatasets, heart(), heart().name, 16],
  ['/data', DataPoolPage, ListPoolDatasets, heart(), heart().name, 16],
  ['/mymodal', MyModelsPage, ListMyModels, heartModel(), heartModel().name, 9],
  ['/modal', ModelPoolPage, ListPoolModels, heartModel(), heartModel().name, 9],
  ['/algorithm', AlgorithmsPage, ListAlgorithms, algorithm, algorithm.name.en, 8],
]

describe.each(LISTS)('%s', (path, Page, endpoint, thing, name, perPage) => {
  const list = (records: unknown[], total: number) => ({ records, total, size: perPage, current: 1, pages: 1 }) as never

  test('takes search text and page number from the address', {
    meta: {
      spec: [
        'screens.data-pool',
        'screens.algorithm-pool',
        'screens.model-pool',
        'limits.page-size-algorithms',
        'limits.page-size-models',
      ],
    },
  }, async () => {
    const { calls } = fakeServer(on(endpoint, () => list([thing], 3 * perPage)))
    const { router } = renderPage(<Page />, { path: `${path}?name=a&pageNo=2`, language: 'en' })
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(calls[0]?.input).toEqual({ pageNo: 2, pageSize: perPage, name: 'a' })
    await userEvent.click(screen.getByTitle('3'))
    await waitFor(() => expect(router.state.location.search).toEqual({ name: 'a', pageNo: '3' }))
  })

  test('shows the last page instead of an empty list if the page number is too high', {
    meta: { spec: 'screens.model-pool' },
  }, async () => {
    fakeServer(on(endpoint, (input) => list((input as { pageNo: number }).pageNo > 2 ? [] : [thing], perPage + 1)))
    const { router } = renderPage(<Page />, { path: `${path}?pageNo=9`, language: 'en' })
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(router.state.location.search).toEqual({ pageNo: '2' })
    expect(router.history.canGoBack()).toBe(false)
  })

  test('shows different messages for a search without results and for an empty list', {
    meta: { spec: 'screens.algorithm-pool' },
  }, async () => {
    fakeServer(on(endpoint, (input) => ((input as { name?: string }).name ? list([], 0) : list([thing], 1))))
    const { router } = renderPage(<Page />, { path: `${path}?name=xyz`, language: 'en' })
    expect(await screen.findByText('No results for “xyz”.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    expect(router.state.location.search).toEqual({})
  })

  test('shows an error in place of a list that cannot be loaded, with a retry', {
    meta: { spec: ['errors.message-duration', 'errors.silent-failures'] },
  }, async () => {
    let isUp = false
    fakeServer(
      on(endpoint, () => {
        if (!isUp) throw new AppError('internal')
        return list([thing], 1)
      }),
    )
    renderPage(<Page />, { path, language: 'en' })
    expect(await screen.findByRole('alert')).toBeTruthy()
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name })).toBeTruthy()
  })
})
