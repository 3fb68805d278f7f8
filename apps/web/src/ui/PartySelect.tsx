import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { anyPartyQuery, partiesQuery } from '../lib/parties.ts'
import { usePartyName } from '../lib/party-name.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  /** An id; '' is any. */
  value: string
  onChange: (partyId: string) => void
}

/** A party of the federation, found by the letters of its name. */
export function PartySelect({ value, onChange }: Props) {
  const t = usePhrases(uiPhrases)
  const nameOf = usePartyName()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const parties = useQuery({ ...partiesQuery(name), enabled: isOpen })
  // One that an address names may be none of those that are found.
  const chosen = useQuery({ ...anyPartyQuery(value), enabled: value !== '' })
  const found = parties.data?.records.map((party) => ({ value: party.id, label: party.name })) ?? []
  const isFound = value === '' || found.some((option) => option.value === value)
  return (
    <Select
      aria-label={t('filterParty')}
      className="t-filter"
      value={value}
      showSearch={{ filterOption: false, onSearch: (text) => setName(text.trim()) }}
      loading={parties.isFetching}
      onOpenChange={setOpen}
      onChange={onChange}
      popupMatchSelectWidth={false}
      options={[
        { value: '', label: t('allParties') },
        ...(isFound ? [] : [{ value, label: chosen.data ? nameOf(chosen.data) : value }]),
        ...found,
      ]}
    />
  )
}
