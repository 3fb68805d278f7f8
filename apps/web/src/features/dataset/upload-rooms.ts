import type { Party, UploadState } from '@tessera/contract'
import { useSyncExternalStore } from 'react'
import { startActivity } from '../../lib/activity.ts'
import { ApiError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { subscribeUser, useSession } from '../../lib/session.ts'
import { phrases } from './phrases.ts'

/** The upload page of a party's edge. It lives outside pages, so it goes on when the one it was opened on is left. */
export interface UploadRoom {
  /** With an edge. */
  party: Party & { edgeUrl: string }
  /** As the page says it: this one knows neither the file nor what is in it. */
  state: UploadState
  isOpen: boolean
  activity: ReturnType<typeof startActivity> | null
}

let rooms: readonly UploadRoom[] = []
const listeners = new Set<() => void>()

const show = (next: readonly UploadRoom[]) => {
  rooms = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const find = (partyId: string) => rooms.find(({ party }) => party.id === partyId)
const change = (partyId: string, part: Partial<UploadRoom>) =>
  show(rooms.map((room) => (room.party.id === partyId ? { ...room, ...part } : room)))

export function openUpload(party: UploadRoom['party']) {
  if (find(party.id)) change(party.id, { isOpen: true })
  else show([...rooms, { party, state: 'empty', isOpen: true, activity: null }])
}

/** What is under way or waits goes on unseen. */
export function hideUpload(partyId: string) {
  const state = find(partyId)?.state
  if (state === 'empty' || state === 'cancelled') endUpload(partyId)
  else change(partyId, { isOpen: false })
}

/** With its frame goes what was under way there. */
export function endUpload(partyId: string) {
  find(partyId)?.activity?.fail(new DOMException('cancelled', 'AbortError'))
  show(rooms.filter(({ party }) => party.id !== partyId))
}

/** The edge's page has said how far it is. It stands in the header's activities, which lead back to "my data". */
export function noteUpload(partyId: string, state: UploadState, percent: number) {
  const room = find(partyId)
  if (!room) return
  const isUnderWay = state === 'sending' || state === 'reading'
  const activity = room.activity ?? (isUnderWay ? begin(partyId) : null)
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

export const useUploadRooms = () => useSyncExternalStore(subscribe, () => rooms)

/** That of the party acted for, if there is one. */
export function useUploadRoom(): UploadRoom | null {
  const { party } = useSession()
  return useUploadRooms().find((room) => room.party.id === party?.id) ?? null
}

// A file must not go on travelling for somebody who has logged out.
subscribeUser(() => show([]))
