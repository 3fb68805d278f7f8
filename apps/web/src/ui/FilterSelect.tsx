import { Select } from 'antd'
import { useId } from 'react'

interface Props {
  label: string
  /** The selected value. '' selects the first option: all, or the default order. */
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/**
 * A select field that filters a list. Bind `value` to `useUrlState`. A value in the address that is no option shows the
 * first option.
 */
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
