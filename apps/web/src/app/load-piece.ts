const KEY = 'piece missing'
const PAUSE_MS = 60_000

/**
 * Loads a piece that every page stands on. One that does not come, over a bad line or of a console that was just replaced, is
 * asked for with a fresh page, as the router does for a page's own piece; the second time within a minute that is said instead.
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
