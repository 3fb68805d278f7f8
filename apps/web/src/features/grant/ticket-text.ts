import {
  type ColumnMapping,
  type Grant,
  type GrantDraft,
  type Parameters,
  ParameterValue,
  type Plan,
} from '@tessera/contract'

/** The content of a ticket, whether it is to be signed or was signed earlier. */
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
  learned?: GrantDraft['learned']
  parameterTexts?: GrantDraft['parameterTexts']
  algorithmName: { cn: string; en: string } | null
  datasetName: string
  /** How the task's columns map to the party's own columns. */
  mapping: ColumnMapping[]
  rowCount: number
  leftOut?: number | undefined
  minimumRows: number | null
  expiryTime: Date
  roundsUsed: number | null
}

/** Targets for which a row can have several classes. Such a row is granted with all of them. */
const NAMED_WITHIN = ['entities', 'boxes', 'labels']

/**
 * Returns whether the edge has not yet counted the rows whose class the plan does not name. The edge counts them only
 * within a session.
 */
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

/** The names that belong to the ids of a stored ticket, as far as the platform still knows them. */
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

/** Returns a hash for comparison by eye: its first 12 characters in groups of 4. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
}

/** The names of the fields of a change, as the edge reports them. */
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

/** Fields whose names have a suffix, such as `parameters.max_iter` and `from.age`. */
const NAMED_FIELDS = {
  parameters: 'field.parameter',
  key: 'field.key',
  from: 'field.from',
  conversion: 'field.conversion',
  categories: 'field.categories',
} as const
type NamedField = (typeof NAMED_FIELDS)[keyof typeof NAMED_FIELDS]

/** Returns the key of the phrase for a changed field, and the name in the field's suffix. */
export function fieldOf(field: string): { key: `field.${KnownField}` | NamedField; name: string } {
  const [, kind = '', name = ''] = /^(\w+)\.(.*)$/s.exec(field) ?? []
  if (isNamedField(kind)) return { key: NAMED_FIELDS[kind], name }
  const known = KNOWN_FIELDS.find((name) => name === field)
  return known ? { key: `field.${known}`, name: field } : { key: 'field.parameter', name: field }
}

const isNamedField = (kind: string): kind is keyof typeof NAMED_FIELDS => Object.hasOwn(NAMED_FIELDS, kind)

/**
 * Parses the value of a parameter, which the edge writes as JSON. Older edges may not, so other text is returned
 * unchanged.
 */
export function parameterValueOf(text: string): Parameters[string] {
  try {
    return ParameterValue.parse(JSON.parse(text))
  } catch {
    return text
  }
}

/**
 * Returns a change's value as text: hashes shortened, parties by name if this ticket knows them, other values
 * unchanged.
 */
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
