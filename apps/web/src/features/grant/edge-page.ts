import { MEMBERS_PAGE_PATH, REMOVED_PAGE_PATH, TICKET_PAGE_PATH } from '@tessera/contract/wire'
import { freshEdgeToken } from '../../lib/api.ts'
import { getLanguage } from '../../lib/i18n.ts'

/** A page of the edge: a ticket to sign for a task, a signed ticket to withdraw, or one of the edge's lists. */
export type EdgePage = { taskId: string } | { grantId: string } | 'members' | 'removed'

const PATHS = { members: MEMBERS_PAGE_PATH, removed: REMOVED_PAGE_PATH }

/**
 * Opens a page that the party's edge serves. Returns its address if the browser opened no window. The token is in the
 * fragment (`#`), which servers do not log, and the page removes the token from its address.
 */
export async function openEdgePage(page: EdgePage): Promise<string | null> {
  // Opens the window before fetching the token, because browsers block a pop-up that opens later.
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
