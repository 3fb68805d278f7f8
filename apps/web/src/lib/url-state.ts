import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { pageNoOf } from './last-page.ts'
import { useQueryParams } from './navigation.ts'

/**
 * Keeps the filters and the page of a list in the address: `const [state, setState] = useUrlState({ name: '', pageNo:
 * '1' })`. All values are text, and defaults are omitted from the address. A change of any value except `pageNo`
 * returns to the first page.
 */
export function useUrlState<S extends Record<string, string>>(
  defaults: S,
): [S, (change: Partial<S>, options?: { replace?: boolean }) => void] {
  const query = useQueryParams()
  const navigate = useNavigate()
  const state = Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, query[key] ?? value])) as S

  const key = JSON.stringify(defaults)
  const setState = useCallback(
    (change: Partial<S>, options: { replace?: boolean } = {}) => {
      const original = JSON.parse(key) as S
      const turnsBack = 'pageNo' in original && !('pageNo' in change)
      const next = (search: Record<string, string>) => {
        const merged: Record<string, unknown> = { ...search, ...change }
        if (turnsBack) delete merged.pageNo
        return Object.fromEntries(
          Object.entries(merged).filter(([name, value]) => value !== undefined && value !== original[name]),
        )
      }
      void navigate({ to: '.', search: next as never, replace: options.replace ?? false })
    },
    [key, navigate],
  )
  return [state, setState]
}

/** Keeps the search and page of a list in the address. */
export function useListState() {
  const [{ name, pageNo }, setUrl] = useUrlState({ name: '', pageNo: '1' })
  return {
    name,
    pageNo: pageNoOf(pageNo),
    onSearch: (wanted: string) => setUrl({ name: wanted }, { replace: true }),
    onClear: () => setUrl({ name: '' }),
    onPage: (next: number, options?: { replace: boolean }) => setUrl({ pageNo: String(next) }, options),
  }
}
