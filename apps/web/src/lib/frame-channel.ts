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

/** The console's side of the messages to a page of the party's edge in a frame. */

/** Returns the address of the page with a dataset's rows. `step` is the console's history entry. */
export const datasetPage = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  pageAddress(edgeUrl, `${DATASET_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Returns the address of the page that selects rows of a dataset for a task. */
export const choosePage = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${CHOOSE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Returns the address of the page that selects classes of the offered rows. */
export const classesPage = (edgeUrl: string, id: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${CLASSES_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Returns the address of the page that confirms the categories and classes of a task's plan. */
export const namesPage = (edgeUrl: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, NAMES_PAGE_PATH, looks)

/** Returns the address of the page with a local run's results. */
export const resultPage = (edgeUrl: string, runId: string, looks: { theme: string; task: string }) =>
  pageAddress(edgeUrl, `${KEPT_PAGE_PATH}?${new URLSearchParams({ id: runId })}`, looks)

/** Returns the address of the page that uploads data. */
export const uploadPage = (edgeUrl: string, looks: { theme: string }) => pageAddress(edgeUrl, UPLOAD_PAGE_PATH, looks)

/** Returns the address of the page that predicts with a model. */
export const modelPage = (edgeUrl: string, id: string, looks: { theme: string }) =>
  pageAddress(edgeUrl, `${ASK_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Returns the address of the page of an inference task. `step` is the console's history entry. */
export const inferencePage = (edgeUrl: string, id: string, looks: { theme: string; step: string }) =>
  pageAddress(edgeUrl, `${INFERENCE_PAGE_PATH}?${new URLSearchParams({ id })}`, looks)

/** Passes data in the fragment after `#`, because servers do not log it. */
const pageAddress = (edgeUrl: string, page: string, looks: Record<string, string>) =>
  `${edgeUrl.replace(/\/$/, '')}${page}#${new URLSearchParams({ lang: getLanguage(), ...looks })}`

/** Sends a message to the edge's page, and to no other page that the frame may show. */
export function sendToFrame(frame: HTMLIFrameElement, message: ToFrame) {
  frame.contentWindow?.postMessage(ToFrame.parse(message), new URL(frame.src).origin)
}

/** Registers a listener for messages from this frame's page. Returns a function that unregisters the listener. */
export function listenToFrame(frame: HTMLIFrameElement, listener: (message: FromFrame) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return
    const message = FromFrame.safeParse(data)
    if (message.success) listener(message.data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}
