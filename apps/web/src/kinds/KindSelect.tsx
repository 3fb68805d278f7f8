import { ContentType } from '@tessera/contract'
import { usePhrases } from '../lib/i18n.ts'
import { FilterSelect } from '../ui/index.ts'
import { uiPhrases } from '../ui/phrases.ts'
import { useKindName } from './use-kind-name.ts'

/** A filter for the kind of data. */
export function KindSelect({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const t = usePhrases(uiPhrases)
  const nameOf = useKindName()
  return (
    <FilterSelect
      label={t('filterKind')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('allKinds') },
        ...ContentType.options.map((kind) => ({ value: kind, label: nameOf(kind) })),
      ]}
    />
  )
}
