import { SearchOutlined } from '@ant-design/icons'
import { Button, type InputRef, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { searchPhrases } from './phrases.ts'
import { SearchEverything } from './SearchEverything.tsx'
import './search.css'

const KEY = /Mac/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** Opens the search over everything, from any page, by its button or its key. */
export function SearchButton() {
  const t = usePhrases(searchPhrases)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const field = useRef<InputRef>(null)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined className="t-bar-icon" />}
        aria-label={t('open')}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t('title')} (${KEY})`}
        onClick={() => setOpen(true)}
      >
        <kbd className="search-key t-wide-only">{KEY}</kbd>
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        onCancel={close}
        // The dialog takes the focus itself once it is open.
        afterOpenChange={(opened) => opened && field.current?.focus()}
        footer={null}
        width={640}
        destroyOnHidden
      >
        <SearchEverything field={field} onLeave={close} />
      </Modal>
    </>
  )
}
