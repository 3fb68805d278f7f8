import { queryOptions } from '@tanstack/react-query'
import type { NodeCondition, SoftwarePart } from '@tessera/contract'
import { ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { call } from './api.ts'
import { usePhrases } from './i18n.ts'

export const ENVIRONMENT_CHECK = ['environment-check'] as const

/**
 * Query for the failing parts of the environment of a party: the user's own or another participant. A change of
 * `seenAs` refetches it.
 */
export const environmentQuery = (partyId: string, seenAs = '') =>
  queryOptions({
    queryKey: [...ENVIRONMENT_CHECK, partyId, seenAs],
    queryFn: async ({ signal }) => {
      const [software, hardware] = await Promise.all([
        call(ListFailingSoftware, { partyId }, { signal }),
        call(ListFailingHardware, { partyId }, { signal }),
      ])
      return { software, hardware, checkTime: new Date() }
    },
    staleTime: 0,
  })

/** Returns whether the edge is reachable and can report its state. */
export const isEdgeReachable = (hardware: NodeCondition[]) => !hardware.includes('NetworkUnavailable')

export type PartName = SoftwarePart | NodeCondition

const en: Record<PartName | 'separator', string> = {
  edge: 'Edge',
  pages: 'Signing pages',
  storage: 'Data store',
  books: 'Catalogue',
  runner: 'Training runner',
  supernode: 'Training link',
  node: 'Node in the federation',
  superlink: 'Federation server',
  NetworkUnavailable: 'Network',
  MemoryPressure: 'Memory',
  DiskPressure: 'Disk',
  PIDPressure: 'Processes',
  separator: ', ',
}
const cn: typeof en = {
  edge: '数据节点',
  pages: '签署页面',
  storage: '数据存储',
  books: '目录数据库',
  runner: '训练执行器',
  supernode: '训练连接',
  node: '联邦中的节点',
  superlink: '联邦服务器',
  NetworkUnavailable: '网络',
  MemoryPressure: '内存',
  DiskPressure: '磁盘',
  PIDPressure: '进程',
  separator: '、',
}

const partPhrases = { en, cn }

/** Returns a function that lists parts of the environment by name. */
export function usePartNames(): (parts: readonly PartName[]) => string {
  const t = usePhrases(partPhrases)
  return (parts) => parts.map((part) => t(part)).join(t('separator'))
}
