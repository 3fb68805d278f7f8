import { REMOVED_PAGE_PATH, SIGNERS_PAGE_PATH, TICKET_PAGE_PATH } from '@tessera/contract/wire'
import { freshEdgeToken } from '../../lib/api.ts'
import { getLanguage } from '../../lib/i18n.ts'

export type EdgePage = { taskId: string } | 'signers' | 'removed'

const PATHS = { signers: SIGNERS_PAGE_PATH, removed: REMOVED_PAGE_PATH }

/**
 * Opens a page that the party's edge serves itself; answers its address where the browser opened no window. Behind the `#`
 * nothing reaches a log, and the page takes it out of its address.
 */
export async function openEdgePage(page: EdgePage): Promise<string | null> {
  // At once: after the token was fetched browsers would take it for an unwanted window.
  const opened = window.open('', '_blank')
  try {
    const address = await addressOf(page)
    if (!opened) return address
    opened.opener = null
    opened.location.replace(address)
    return null
  } catch (error) {
    opened?.close()
    throw error
  }
}

export async function addressOf(page: EdgePage): Promise<string> {
  const { edgeUrl, token } = await freshEdgeToken()
  const isTicket = typeof page === 'object'
  const fragment = new URLSearchParams({ ...(isTicket && { task: page.taskId }), token, lang: getLanguage() })
  return `${edgeUrl}${isTicket ? TICKET_PAGE_PATH : PATHS[page]}#${fragment}`
}
