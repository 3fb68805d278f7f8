const KEY = 'piece missing'
const PAUSE_MS = 60_000

/**
 * Loads a chunk that every page needs. If loading fails (bad connection, or a new version of the console), reloads the
 * page, as the router does for a page's own chunk. If a second load fails within one minute, reports the error instead.
 */
export async function loadPiece<Piece>(load: () => Promise<Piece>): Promise<Piece> {
  try {
    return await load()
  } catch (error) {
    const last = Number(sessionStorage.getItem(KEY))
    if (Date.now() - last < PAUSE_MS) throw error
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
    return new Promise(() => {})
  }
}
