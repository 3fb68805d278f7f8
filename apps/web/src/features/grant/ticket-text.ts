import type { Grant, GrantDraft, Plan } from '@tessera/contract'

/** What a ticket says, whether it is laid out to be signed or was signed long ago. */
export interface TicketText {
  number: string
  taskId: string
  taskName: string
  initiatorName: string | null
  parties: { partyId: string; name: string }[]
  plan: Plan
  codeHash: string
  planHash: string
  algorithmName: { cn: string; en: string } | null
  datasetName: string
  rowCount: number
  minimumRows: number | null
  expiryTime: Date
  roundsUsed: number | null
}

export function ofDraft(draft: GrantDraft): TicketText {
  return { ...draft, number: draft.planHash.slice(0, 8), roundsUsed: null }
}

export function ofGrant(grant: Grant): TicketText {
  return {
    ...grant,
    number: grant.id.slice(0, 8),
    initiatorName: null,
    parties: [],
    algorithmName: null,
    minimumRows: null,
  }
}

/** A hash as people compare it: its first twelve characters, in fours. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
}

const KNOWN_FIELDS = [
  'algorithm',
  'codeHash',
  'columns',
  'label',
  'maxRounds',
  'rowCount',
  'dataset',
  'parameters',
  'parties',
] as const
type KnownField = (typeof KNOWN_FIELDS)[number]

/** The field of a change in words we have; `parameters.max_iter` names one parameter. */
export function fieldOf(field: string): { key: `field.${KnownField}` | 'field.parameter'; name: string } {
  if (field.startsWith('parameters.')) return { key: 'field.parameter', name: field.slice('parameters.'.length) }
  if (field === 'datasetId' || field === 'datasetName') return { key: 'field.dataset', name: field }
  const known = KNOWN_FIELDS.find((name) => name === field)
  return known ? { key: `field.${known}`, name: field } : { key: 'field.parameter', name: field }
}

/** Hashes and long lists are shortened; the rest is shown as it is. */
export function changeText(field: string, value: string): string {
  if (field === 'codeHash') return shortHash(value)
  return value === '' ? '–' : value
}
