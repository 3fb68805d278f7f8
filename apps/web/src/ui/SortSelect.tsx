import { usePhrases } from '../lib/i18n.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { uiPhrases } from './phrases.ts'

type Everywhere = 'newest' | 'name'

interface Props<S extends string> {
  /** The sort order in the address. '' means the newest first. */
  value: string
  sorts: readonly (S | Everywhere)[]
  /** Returns the text of a sort order that no other list has. */
  textOf: (sort: S) => string
  onChange: (sort: string) => void
}

/** A select field for the order of a list. */
export function SortSelect<S extends string>({ value, sorts, textOf, onChange }: Props<S>) {
  const t = usePhrases(uiPhrases)
  const isEverywhere = (sort: S | Everywhere): sort is Everywhere => sort === 'newest' || sort === 'name'
  return (
    <FilterSelect
      label={t('sort')}
      value={value}
      onChange={onChange}
      options={sorts.map((sort) => ({
        value: sort === 'newest' ? '' : sort,
        label: isEverywhere(sort) ? t(`sort.${sort}`) : textOf(sort),
      }))}
    />
  )
}
