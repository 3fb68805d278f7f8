import { Select } from 'antd'
import { useId } from 'react'

interface Props {
  label: string
  /** '' is the first option's: all, or the usual order. */
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One filter of a list; bind `value` to `useUrlState`. What an address asks for and nobody offers reads as the first. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const isOffered = options.some((option) => option.value === value)
  return (
    <Select
      id={useId()}
      aria-label={label}
      className="t-filter"
      value={isOffered ? value : ''}
      options={options}
      onChange={onChange}
      popupMatchSelectWidth={false}
    />
  )
}
