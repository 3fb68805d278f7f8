import type { Party, UploadState } from '@tessera/contract'
import { useSyncExternalStore } from 'react'
import { startActivity } from '../../lib/activity.ts'
import { ApiError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { subscribeUser, useSession } from '../../lib/session.ts'
import { phrases } from './phrases.ts'

/**
 * The upload page of a party's edge. Its state is stored outside the pages, so the upload continues when the user
 * leaves the page.
 */
export interface OpenUpload {
  /** The party to which the upload belongs. It has an edge. */
  party: Party & { edgeUrl: string }
  /** The state of the upload as the edge page reports it. The console knows neither the file nor its content. */
  state: UploadState
  isOpen: boolean
  activity: ReturnType<typeof startActivity> | null
}

let uploads: readonly OpenUpload[] = []
const listeners = new Set<() => void>()

const show = (next: readonly OpenUpload[]) => {
  uploads = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const find = (partyId: string) => uploads.find(({ party }) => party.id === partyId)
const change = (partyId: string, part: Partial<OpenUpload>) =>
  show(uploads.map((upload) => (upload.party.id === partyId ? { ...upload, ...part } : upload)))

export function openUpload(party: OpenUpload['party']) {
  if (find(party.id)) change(party.id, { isOpen: true })
  else show([...uploads, { party, state: 'empty', isOpen: true, activity: null }])
}

/** Hides the upload dialog. An upload that is in progress or waits for the user continues in the background. */
export function hideUpload(partyId: string) {
  const state = find(partyId)?.state
  if (state === 'empty' || state === 'cancelled') endUpload(partyId)
  else change(partyId, { isOpen: false })
}

/** Ends the upload and removes its frame, which cancels an upload in progress. */
export function endUpload(partyId: string) {
  find(partyId)?.activity?.fail(new DOMException('cancelled', 'AbortError'))
  show(uploads.filter(({ party }) => party.id !== partyId))
}

/** Records the progress that the edge page reports. The header's activities show the progress and link to "my data". */
export function noteUpload(partyId: string, state: UploadState, percent: number) {
  const upload = find(partyId)
  if (!upload) return
  const isUnderWay = state === 'sending' || state === 'reading'
  const activity = upload.activity ?? (isUnderWay ? begin(partyId) : null)
  if (isUnderWay) activity?.progress({ loaded: percent, total: 100 })
  else if (state === 'failed') activity?.fail(new ApiError('client.upload-failed'))
  else if (state === 'cancelled') activity?.fail(new DOMException('cancelled', 'AbortError'))
  else activity?.done()
  change(partyId, { state, activity: isUnderWay ? activity : null })
}

const begin = (partyId: string) =>
  startActivity({
    title: () => translate(phrases, 'upload.activity'),
    path: paths.myData(),
    cancel: () => endUpload(partyId),
    countsPercent: true,
  })

export const useOpenUploads = () => useSyncExternalStore(subscribe, () => uploads)

/** Returns the upload of the current party, if there is one. */
export function useOpenUpload(): OpenUpload | null {
  const { party } = useSession()
  return useOpenUploads().find((upload) => upload.party.id === party?.id) ?? null
}

// Stops all uploads when the user logs out.
subscribeUser(() => show([]))
