import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Registration, type TaskDetail, targetsOf } from '@tessera/contract'
import { datasetQuery } from '../../../lib/dataset-queries.ts'
import { algorithmsQuery } from '../api.ts'
import { namedClassesQuery } from '../data-api.ts'
import { type ClassStatus, classStatusOf, mayHaveClasses, namedFor } from './classes.ts'

/**
 * Returns the status of a party's class names, derived from the declaration of the label and the names given so far.
 */
export function useClasses(task: TaskDetail, mine: Registration) {
  const label = task.columnSelection?.label ?? ''
  const chosen = task.algorithms[0]
  const algorithms = useQuery({ ...algorithmsQuery(), enabled: chosen !== undefined })
  const labelKinds = algorithms.data?.find(({ id }) => id === chosen?.id)?.labelKinds
  const isNeeded = label !== '' && mine.datasetId !== null
  // Keeps the previous data, so that the step stays open while the edge page creates another dataset without some rows.
  const offered = useQuery({
    ...datasetQuery(mine.datasetId ?? ''),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
  })
  const named = useQuery({ ...namedClassesQuery(task.id), enabled: isNeeded })
  const isReading = offered.isPending || named.isPending
  const mayHave = offered.data !== undefined && mayHaveClasses(offered.data, label, labelKinds)
  const isCount = labelKinds !== undefined && targetsOf(labelKinds).includes('count')
  const status: ClassStatus = isCount
    ? 'none'
    : classStatusOf(task, mine, named.data ?? [], isReading ? undefined : mayHave)
  const own = namedFor(named.data ?? [], label, mine.partyId)
  return { label, named, own, initiator: namedFor(named.data ?? [], label, task.partyId), status }
}
