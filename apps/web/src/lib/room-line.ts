import { FromRoom, ToRoom } from '@tessera/contract'
import {
  ASK_PAGE_PATH,
  CHOOSE_PAGE_PATH,
  CLASSES_PAGE_PATH,
  DATASET_PAGE_PATH,
  INFERENCE_PAGE_PATH,
  KEPT_PAGE_PATH,
  NAMES_PAGE_PATH,
  UPLOAD_PAGE_PATH,
} from '@tessera/contract/wire'
import { getLanguage } from './i18n.ts'

/** The console's end of the line to a page of the party's edge that it frames. */

/** The page that shows a dataset's rows. `step` is which of the console's history. */
export const datasetRoom = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  roomAddress(edgeUrl, `${DATASET_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page on which rows of a dataset are chosen for a task. */
export const chooseRoom = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  roomAddress(edgeUrl, `${CHOOSE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page on which classes of the rows that a task is offered are chosen. */
export const classesRoom = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  roomAddress(edgeUrl, `${CLASSES_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page on which the words of a task's plan are confirmed. */
export const namesRoom = (edgeUrl: string, looks: { theme: string; task: string }) =>
  roomAddress(edgeUrl, NAMES_PAGE_PATH, looks)

/** The page of what a run by itself left. */
export const keptRoom = (edgeUrl: string, runId: string, looks: { theme: string; task: string }) =>
  roomAddress(edgeUrl, `${KEPT_PAGE_PATH}?${new URLSearchParams({ id: runId })}`, looks)

/** The page that takes data. */
export const uploadRoom = (edgeUrl: string, looks: { theme: string }) => roomAddress(edgeUrl, UPLOAD_PAGE_PATH, looks)

/** The page on which a model is asked. */
export const askRoom = (edgeUrl: string, id: string, looks: { theme: string }) =>
  roomAddress(edgeUrl, `${ASK_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page of an inference task. `step` is which of the console's history. */
export const inferenceRoom = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  roomAddress(edgeUrl, `${INFERENCE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Behind the `#` nothing reaches a log. */
const roomAddress = (edgeUrl: string, page: string, looks: Record<string, string>) =>
  `${edgeUrl.replace(/\/$/, '')}${page}#${new URLSearchParams({ lang: getLanguage(), ...looks })}`

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
