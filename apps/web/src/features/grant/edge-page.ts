import { MEMBERS_PAGE_PATH, REMOVED_PAGE_PATH, TICKET_PAGE_PATH } from '@tessera/contract/wire'
import { freshEdgeToken } from '../../lib/api.ts'
import { getLanguage } from '../../lib/i18n.ts'

/** A task's ticket to sign, a signed one to withdraw, or a list of the edge's own. */
export type EdgePage = { taskId: string } | { grantId: string } | 'members' | 'removed'

const PATHS = { members: MEMBERS_PAGE_PATH, removed: REMOVED_PAGE_PATH }

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
  const path = typeof page === 'string' ? PATHS[page] : TICKET_PAGE_PATH
  const fragment = new URLSearchParams()
  if (typeof page === 'object') {
    if ('taskId' in page) fragment.set('task', page.taskId)
    else fragment.set('grant', page.grantId)
  }
  fragment.set('token', token)
  fragment.set('lang', getLanguage())
  return `${edgeUrl}${path}#${fragment}`
}
