import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ClearIcon } from './ClearIcon.tsx'

/** Long enough for the next letter to come first. */
export const TYPING_PAUSE_MS = 300

/** Searches after a short pause in typing; bind `value` to `useUrlState` and write with `{ replace: true }`. */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string
  label: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = (wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    onSearch(wanted)
  }
  useEffect(() => {
    // What was searched for comes back as the value while one types on; only another's value is news.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <Input
      className="t-search"
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={label}
      aria-label={label}
      allowClear={{ clearIcon: <ClearIcon /> }}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => search(text.trim())}
    />
  )
}
