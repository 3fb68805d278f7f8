import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote, Facts } from '../../ui/index.ts'
import { algorithmUseQuery } from './api.ts'
import { phrases } from './phrases.ts'

/** How often other parties used the algorithm. */
export function AlgorithmUse({ algorithmId }: { algorithmId: string }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const use = useQuery(algorithmUseQuery(algorithmId))
  if (use.isError) return <ErrorNote error={use.error} onRetry={use.refetch} />
  if (use.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const { useCount, partyCount, users } = use.data
  if (!useCount) return <p className="t-soft">{t('use.none')}</p>
  return (
    <Facts
      items={[
        { term: t('use.count'), value: format.number(useCount) },
        { term: t('use.parties'), value: format.number(partyCount ?? 0) },
        { term: t('use.users'), value: users?.length ? format.list(users.map(({ name }) => name)) : null },
      ]}
    />
  )
}
