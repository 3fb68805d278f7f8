import { FromFrame, ToFrame } from '@tessera/contract'
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

/** The console's side of the messages to a framed page of the party's edge. */

/** The page that shows a dataset's rows. `step` is the console's history entry. */
export const datasetPage = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  pageAddress(edgeUrl, `${DATASET_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page that selects rows of a dataset for a task. */
export const choosePage = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${CHOOSE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page that selects classes of the rows offered to a task. */
export const classesPage = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${CLASSES_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page that confirms the categories and classes in a task's plan. */
export const namesPage = (edgeUrl: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, NAMES_PAGE_PATH, looks)

/** The page of a local run's results. */
export const resultPage = (edgeUrl: string, runId: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${KEPT_PAGE_PATH}?${new URLSearchParams({ id: runId })}`, looks)

/** The page that uploads data. */
export const uploadPage = (edgeUrl: string, looks: { theme: string }) => pageAddress(edgeUrl, UPLOAD_PAGE_PATH, looks)

/** The page that asks a model. */
export const modelPage = (edgeUrl: string, id: string, looks: { theme: string }) =>
  pageAddress(edgeUrl, `${ASK_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The page of an inference task. `step` is the console's history entry. */
export const inferencePage = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  pageAddress(edgeUrl, `${INFERENCE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** The fragment after `#` reaches no log. */
const pageAddress = (edgeUrl: string, page: string, looks: Record<string, string>) =>
  `${edgeUrl.replace(/\/$/, '')}${page}#${new URLSearchParams({ lang: getLanguage(), ...looks })}`

/** Sends a message to the edge's page, and to no other page that may be in the frame. */
export function sendToFrame(frame: HTMLIFrameElement, message: ToFrame) {
  frame.contentWindow?.postMessage(ToFrame.parse(message), new URL(frame.src).origin)
}

/** Calls back on messages from this frame's page. Returns a function that unsubscribes. */
export function listenToFrame(frame: HTMLIFrameElement, listener: (message: FromFrame) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return
    const message = FromFrame.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}
