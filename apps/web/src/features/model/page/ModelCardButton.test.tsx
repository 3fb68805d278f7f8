import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearFinishedActivities } from '../../../lib/activity.ts'
import { heartModel } from '../../../testing/model.ts'
import { logIn, renderPage } from '../../../testing/world.tsx'
import { ModelCardButton } from './ModelCardButton.tsx'

const saved: string[] = []
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
  saved.push(this.download)
})
URL.createObjectURL = () => 'blob:file'
afterEach(() => {
  act(() => clearFinishedActivities())
  saved.length = 0
})

test.each([
  ['en', 'Model card (PDF)', ['English', 'Chinese'], '心脏病预测-(en).pdf'],
  ['cn', '模型卡（PDF）', ['中文', '英文'], '心脏病预测-(cn).pdf'],
] as const)(
  'offers the card in both languages, the reader’s first (%s)',
  { meta: { spec: 'screens.model-card-pdf' } },
  async (language, name, offered, file) => {
    logIn()
    const addresses: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      addresses.push(String(address))
      return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    })
    renderPage(<ModelCardButton model={heartModel()} />, { language })
    await userEvent.click(await screen.findByRole('button', { name }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(offered)
    await userEvent.click(items[0] as HTMLElement)
    await waitFor(() => expect(saved).toEqual([file]))
    expect(addresses).toEqual([expect.stringContaining(`/federalml/flModelInfo/model_card?id=m1&language=${language}`)])
  },
)

test('shows beside the button why the model card could not be downloaded', async () => {
  logIn()
  const envelope = { success: false, code: 500, message: '', result: null, timestamp: 0, error: 'model.not-found' }
  vi.stubGlobal('fetch', async () => Response.json(envelope))
  renderPage(<ModelCardButton model={heartModel()} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: 'Model card (PDF)' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'English' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(saved).toEqual([])
})
