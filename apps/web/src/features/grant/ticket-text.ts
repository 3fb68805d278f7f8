import {
  type ColumnMapping,
  type Grant,
  type GrantDraft,
  type Parameters,
  ParameterValue,
  type Plan,
} from '@tessera/contract'

/** What a ticket says, whether it is laid out to be signed or was signed long ago. */
export interface TicketText {
  number: string
  taskId: string
  taskName: string
  initiatorName: string | null
  parties: { partyId: string; name: string }[]
  plan: Plan
  codeHash: string
  codeOrigin: GrantDraft['codeOrigin']
  planHash: string
  leaves: GrantDraft['leaves']
  parameterTexts?: GrantDraft['parameterTexts']
  algorithmName: { cn: string; en: string } | null
  datasetName: string
  /** How the task's columns came from the party's own. */
  mapping: ColumnMapping[]
  rowCount: number
  leftOut?: number | undefined
  minimumRows: number | null
  expiryTime: Date
  roundsUsed: number | null
}

/** Targets of which a row can name several: such a row is granted whatever it names. */
const NAMED_WITHIN = ['entities', 'boxes', 'labels']

/** Whether the edge has yet to count the rows whose class the plan does not name: it does so within a session. */
export const isUncounted = ({ leftOut, minimumRows, plan: { target } }: TicketText): boolean =>
  leftOut === undefined &&
  minimumRows !== null &&
  target !== null &&
  'classes' in target &&
  !NAMED_WITHIN.includes(target.kind)

export function ofDraft(draft: GrantDraft): TicketText {
  return {
    ...draft,
    codeOrigin: draft.codeOrigin,
    leaves: draft.leaves,
    number: draft.number ?? draft.planHash.slice(0, 8),
    roundsUsed: null,
  }
}

/** What a kept ticket names by its id, as far as the platform still knows it. */
export interface TicketNames {
  parties: TicketText['parties']
  algorithm: TicketText['algorithmName']
  initiator?: string | null
}

export function ofGrant(grant: Grant, names: TicketNames): TicketText {
  return {
    ...grant,
    codeOrigin: undefined,
    leaves: grant.leaves,
    number: grant.number ?? grant.id.slice(0, 8),
    initiatorName: names.initiator ?? null,
    parties: grant.partyIds.map((partyId) => ({
      partyId,
      name: names.parties.find((party) => party.partyId === partyId)?.name ?? partyId,
    })),
    algorithmName: names.algorithm,
    mapping: grant.mapping ?? [],
    minimumRows: null,
  }
}

/** A hash as people compare it: its first twelve characters, in fours. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
}

/** As the edge calls them. */
const KNOWN_FIELDS = [
  'algorithm',
  'code',
  'kind',
  'columns',
  'label',
  'time',
  'classes',
  'maxRounds',
  'rows',
  'dataset',
  'parties',
  'fewest',
  'waitMinutes',
  'seed',
  'ownTables',
  'start',
] as const
type KnownField = (typeof KNOWN_FIELDS)[number]

/** Fields of which there are several: `parameters.max_iter`, `from.age`. */
const NAMED_FIELDS = {
  parameters: 'field.parameter',
  key: 'field.key',
  from: 'field.from',
  conversion: 'field.conversion',
  categories: 'field.categories',
} as const
type NamedField = (typeof NAMED_FIELDS)[keyof typeof NAMED_FIELDS]

/** The field of a change in words we have, and what is named by it. */
export function fieldOf(field: string): { key: `field.${KnownField}` | NamedField; name: string } {
  const [, kind = '', name = ''] = /^(\w+)\.(.*)$/s.exec(field) ?? []
  if (isNamedField(kind)) return { key: NAMED_FIELDS[kind], name }
  const known = KNOWN_FIELDS.find((name) => name === field)
  return known ? { key: `field.${known}`, name: field } : { key: 'field.parameter', name: field }
}

const isNamedField = (kind: string): kind is keyof typeof NAMED_FIELDS => Object.hasOwn(NAMED_FIELDS, kind)

/** The edge writes the values of parameters as JSON, which edges that are older may not have. */
export function parameterValueOf(text: string): Parameters[string] {
  try {
    return ParameterValue.parse(JSON.parse(text))
  } catch {
    return text
  }
}

/** Hashes are shortened, parties named where this ticket knows them; the rest is shown as it is. */
export function changeText(field: string, value: string, parties: TicketText['parties']): string {
  if (value === '') return '–'
  if (field === 'code' || field.startsWith('key.')) return shortHash(value)
  if (field === 'seed') return value.slice(0, 8)
  if (field !== 'parties' && field !== 'ownTables') return value
  return value
    .split(', ')
    .map((id) => parties.find(({ partyId }) => partyId === id)?.name ?? id)
    .join(', ')
}
