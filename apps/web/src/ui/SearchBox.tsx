import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ClearIcon } from './ClearIcon.tsx'

/** Milliseconds to wait before a search, which is longer than the usual pause between two letters. */
export const TYPING_PAUSE_MS = 300

/**
 * A search field that searches after a short pause in typing. Bind `value` to `useUrlState`, and write with `{ replace:
 * true }`.
 */
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
    // The field's own search comes back as `value` while the user continues to type. Only a value from elsewhere
    // replaces the text.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
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
