const KEY = 'piece missing'
const PAUSE_MS = 60_000

/**
 * Loads a chunk that every page needs. If the chunk cannot be loaded (bad connection, or a console that was just
 * replaced), the page reloads, as the router does for a page's own chunk. A second failure within one minute is
 * reported instead.
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
