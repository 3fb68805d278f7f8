import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { addressOf, type EdgePage } from './edge-page.ts'
import { grantPhrases } from './phrases.ts'

/** Returns to an edge page that was open for too long, with a fresh token in the same window. */
export function ReturnToEdgePage({ page }: { page: EdgePage }) {
  const t = usePhrases(grantPhrases)
  const address = useQuery({
    queryKey: ['edge-page', page],
    queryFn: () => addressOf(page),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (address.data) location.replace(address.data)
  }, [address.data])
  if (address.error) return <ErrorNote error={address.error} onRetry={() => void address.refetch()} />
  return (
    <p className="t-soft" role="status">
      {t('edgePage.opening')}
    </p>
  )
}
