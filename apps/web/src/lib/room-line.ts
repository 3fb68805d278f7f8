import { FromRoom, ToRoom } from '@tessera/contract'
import { DATASET_PAGE_PATH } from '@tessera/contract/wire'
import { getLanguage } from './i18n.ts'

/** The console's end of the line to a page of the party's edge that it frames. */

/** The page that shows a dataset's rows. Behind the `#` nothing reaches a log; `step` is which of the console's history. */
export function datasetRoom(edgeUrl: string, id: string, { theme, step }: { theme: string; step: string }): string {
  const looks = new URLSearchParams({ lang: getLanguage(), theme, step })
  return `${edgeUrl.replace(/\/$/, '')}${DATASET_PAGE_PATH}?${new URLSearchParams({ id })}#${looks}`
}

/** Says it to the edge's page and to no other that may stand in the frame. */
export function tellRoom(frame: HTMLIFrameElement, message: ToRoom) {
  frame.contentWindow?.postMessage(ToRoom.parse(message), new URL(frame.src).origin)
}

/** Calls back for what this frame's page says; answers how to stop. */
export function hearRoom(frame: HTMLIFrameElement, listener: (message: FromRoom) => void): () => void {
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return
    const message = FromRoom.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', heard)
  return () => window.removeEventListener('message', heard)
}
