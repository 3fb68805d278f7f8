import {
  AppError,
  COMPARE_PARAMETER,
  contentTypeOf,
  type NamesWanted,
  type Parameters,
  type Plan,
  planText,
  ROUNDS_PARAMETER,
  targetsOf,
} from '@tessera/contract'
import { sha256 } from '@tessera/server'
import {
  defaultParameters,
  type InstalledAlgorithm,
  keptParameters,
  withdrawnParameter,
} from '../../algorithm/index.ts'
import type { PartyNamesRow, RegistrationRow, SelectedFeatureRow, TaskRow } from '../table.ts'
import { type Agreement, agreeNames } from './agree-names.ts'
import { codedClassesOf, isConfirmed } from './class-codes.ts'

/** Returns the columns and targets that an edge must name; undefined until algorithm, columns and label are chosen. */
export function wantedNames(
  { columnSelection, researchType }: Pick<TaskRow, 'columnSelection' | 'researchType'>,
  algorithm: InstalledAlgorithm | undefined,
): NamesWanted | undefined {
  if (!algorithm || !columnSelection) return undefined
  const { labelKinds, ownTables } = algorithm.manifest
  // The positive class is left out, because it does not change what the parties name.
  const { positive: _positive, ...columns } = columnSelection
  const isAsked = ownTables && researchType === 'federated'
  return { ...columns, targets: targetsOf(labelKinds), ...(isAsked && { ownTables }) }
}

interface Named {
  task: TaskRow
  registrations: RegistrationRow[]
  names: PartyNamesRow[]
  features: SelectedFeatureRow[]
}

/**
 * Returns the parties' agreement on names. Every party that offers rows has to confirm; the agreement does not wait for
 * a party without rows.
 */
export function agreementOf(
  { task, registrations, names, features }: Named,
  algorithm: InstalledAlgorithm | undefined,
): Agreement | undefined {
  const wanted = wantedNames(task, algorithm)
  if (!wanted) return undefined
  const isAlone = task.researchType === 'independent'
  const bringing = registrations.filter(
    ({ role, status, datasetId }) => (role === 'initiator' || !isAlone) && status === 'joined' && datasetId !== null,
  )
  const confirmed = isAlone ? names.filter(({ partyId }) => partyId === task.partyId) : names
  const missing = bringing.filter(({ partyId }) => !confirmed.some((one) => one.partyId === partyId))
  if (confirmed.length === 0 || missing.length > 0) {
    return { kind: 'waiting', partyIds: missing.map(({ partyId }) => partyId) }
  }
  const hasCodes = !isAlone && wanted.targets.includes('classes')
  const coded = (hasCodes && codedClassesOf(features.filter(isConfirmed(names)))) || []
  const agreement = agreeNames(
    wanted,
    confirmed.map((one) => one.names),
    coded,
    task.columnSelection?.positive,
  )
  if (agreement.kind !== 'agreed') return agreement
  if (!algorithm?.manifest.contentTypes.includes(contentTypeOf(agreement.names.data, agreement.names.target))) {
    return { kind: 'fault', error: new AppError('task.algorithm-other-kind') }
  }
  return { kind: 'agreed', names: { ...agreement.names, ...ownTablesOf(wanted, confirmed) } }
}

/**
 * Turns the agreement into a fault while the task stores a withdrawn parameter value. The initiator must decide how
 * training continues.
 */
export function withoutWithdrawn(
  agreement: Agreement | undefined,
  { parameters }: Pick<TaskRow, 'parameters'>,
  algorithm: InstalledAlgorithm | undefined,
): Agreement | undefined {
  const name = algorithm && withdrawnParameter(algorithm.manifest, parameters)
  if (!agreement || name === undefined) return agreement
  const error = new AppError('parameter.withdrawn', { name })
  return { kind: 'fault', error, ...('names' in agreement && { names: agreement.names }) }
}

/** Returns the parties whose own table the findings show, because they agreed to that at their edges. */
function ownTablesOf({ ownTables }: NamesWanted, confirmed: PartyNamesRow[]): Pick<Plan, 'ownTables'> {
  const agreed = ownTables ? confirmed.filter(({ names }) => names.ownTable) : []
  return agreed.length > 0 ? { ownTables: agreed.map(({ partyId }) => partyId).toSorted() } : {}
}

/**
 * Returns the ids of the parties that the plan names; undefined while joining is open. Independent research names only
 * its own party.
 */
export const namedPartyIdsOf = ({
  researchType,
  partyId,
  namedPartyIds,
}: Pick<TaskRow, 'researchType' | 'partyId' | 'namedPartyIds'>) =>
  researchType === 'independent' ? [partyId] : (namedPartyIds ?? undefined)

/**
 * Returns the plan that would run now; undefined until everything is chosen and agreed and the parties are named.
 * `keys` are the fingerprints of the edges' current keys: if an edge gets other keys, its party must sign again.
 */
export function planOf(
  task: Pick<
    TaskRow,
    'id' | 'partyId' | 'researchType' | 'namedPartyIds' | 'fewest' | 'waitMinutes' | 'seed' | 'parameters' | 'start'
  >,
  algorithm: InstalledAlgorithm | undefined,
  agreement: Agreement | undefined,
  keys: Map<string, string>,
): Plan | undefined {
  const named = namedPartyIdsOf(task)
  if (!algorithm || agreement?.kind !== 'agreed' || !named || task.seed === null) return undefined
  const parameters: Parameters = { ...defaultParameters(algorithm), ...keptParameters(algorithm, task.parameters) }
  // A single party cannot be compared with other parties.
  if (task.researchType === 'independent') delete parameters[COMPARE_PARAMETER]
  return {
    ...agreement.names,
    taskId: task.id,
    algorithm: algorithm.manifest.id,
    parameters,
    maxRounds: Number(parameters[ROUNDS_PARAMETER] ?? 1),
    parties: named.toSorted().map((partyId) => ({ partyId, key: keys.get(partyId) ?? '' })),
    fewest: task.fewest ?? named.length,
    seed: task.seed,
    ...(task.waitMinutes !== null && { waitMinutes: task.waitMinutes }),
    ...(task.start && { start: task.start.plan }),
  }
}

export const planHashOf = (plan: Plan | undefined, codeHash: string | null): string | null =>
  plan && codeHash !== null ? sha256(planText(plan, codeHash)) : null
