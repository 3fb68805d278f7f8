import { useQuery } from '@tanstack/react-query'
import { type Registration, type TaskDetail, targetsOf } from '@tessera/contract'
import { datasetQuery } from '../../../lib/dataset-queries.ts'
import { algorithmsQuery } from '../api.ts'
import { classesQuery, namedClassesQuery } from '../data-api.ts'
import { type ClassStatus, classStatusOf, isClassLabel } from './classes.ts'

/** The classes among the rows a party offers, and what was named of them. */
export function useClasses(task: TaskDetail, mine: Registration) {
  const label = task.columnSelection?.label ?? ''
  const chosen = task.algorithms[0]
  const algorithms = useQuery({ ...algorithmsQuery(), enabled: chosen !== undefined })
  const labelKinds = algorithms.data?.find(({ id }) => id === chosen?.id)?.labelKinds
  const isAsked = label !== '' && mine.datasetId !== null
  const offered = useQuery({ ...datasetQuery(mine.datasetId ?? ''), enabled: isAsked })
  const hasLabel = offered.data?.columns.includes(label) ?? false
  const classes = useQuery({ ...classesQuery(offered.data?.tableName ?? '', label), enabled: isAsked && hasLabel })
  const named = useQuery({ ...namedClassesQuery(task.id), enabled: isAsked })
  const isReading = offered.isPending || named.isPending || (hasLabel && classes.isPending)
  const hasClasses = isReading ? undefined : isClassLabel(offered.data?.columnTypes[label], classes.data ?? [])
  const isCount = labelKinds !== undefined && targetsOf(labelKinds).includes('count')
  const status: ClassStatus = isCount ? 'none' : classStatusOf(task, mine, named.data ?? [], hasClasses)
  return { label, offered, classes, named, status }
}
