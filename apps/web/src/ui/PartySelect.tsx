import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { anyPartyQuery, partiesQuery } from '../lib/parties.ts'
import { usePartyName } from '../lib/party-name.ts'
import { useDebouncedText } from '../lib/use-debounced-text.ts'
import { CardSkeleton } from './CardSkeleton.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { uiPhrases } from './phrases.ts'
import { TYPING_PAUSE_MS } from './SearchBox.tsx'

interface Props {
  /** The id of the selected party. '' means any party. */
  value: string
  onChange: (partyId: string) => void
}

/** Chooses a party of the federation by parts of its name. */
export function PartySelect({ value, onChange }: Props) {
  const t = usePhrases(uiPhrases)
  const nameOf = usePartyName()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedText(typed, typed ? TYPING_PAUSE_MS : 0)
  const parties = useQuery({ ...partiesQuery(name), enabled: isOpen })
  // The selected party, which may not be among the search results.
  const chosen = useQuery({ ...anyPartyQuery(value), enabled: value !== '' })
  const records = typed === name && !parties.isPlaceholderData ? parties.data?.records : undefined
  const found = records?.map((party) => ({ value: party.id, label: party.name })) ?? []
  const isFound = value === '' || found.some((option) => option.value === value)
  return (
    <Select
      id={useId()}
      aria-label={t('filterParty')}
      className="t-filter"
      value={value}
      showSearch={{ filterOption: false, onSearch: (text) => setTyped(text.trim()) }}
      loading={parties.isFetching}
      onOpenChange={setOpen}
      onChange={onChange}
      popupMatchSelectWidth={false}
      notFoundContent={records ? undefined : !parties.error && <CardSkeleton height={32} />}
      popupRender={(menu) => (
        <>
          {menu}
          <ErrorNote error={parties.error} onRetry={() => void parties.refetch()} />
        </>
      )}
      // Lists the search results first, because Enter selects the first option.
      options={[
        ...(typed ? [] : [{ value: '', label: t('allParties') }]),
        ...found,
        ...(isFound ? [] : [{ value, label: chosen.data ? nameOf(chosen.data) : value }]),
      ]}
    />
  )
}
