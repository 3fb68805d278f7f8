import { SearchOutlined } from '@ant-design/icons'
import { Button, type InputRef, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { searchPhrases } from './phrases.ts'
import { SearchEverything } from './SearchEverything.tsx'
import './search.css'

const KEY = /Mac/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** A button that opens the global search and shows its keyboard shortcut. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = usePhrases(searchPhrases)
  return (
    <Button
      type="text"
      icon={<SearchOutlined className="t-bar-icon" />}
      aria-label={`${t('open')} ${KEY}`}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('title')} (${KEY})`}
      onClick={onOpen}
    >
      <kbd className="search-key t-wide-only">{KEY}</kbd>
    </Button>
  )
}

interface Props {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** The global search, available on every page. */
export function SearchDialog({ open, onOpen, onClose }: Props) {
  const t = usePhrases(searchPhrases)
  const field = useRef<InputRef>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Does not open over a dialog, because following a result leaves the page and would discard the dialog's input.
      if (!isDialogOpen()) onOpen()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onOpen])
  return (
    <Modal
      open={open}
      title={t('title')}
      onCancel={onClose}
      // Focuses the field after the dialog has opened, because the dialog itself takes the focus at that moment.
      afterOpenChange={(opened) => opened && field.current?.focus()}
      footer={null}
      width={640}
      destroyOnHidden
    >
      <SearchEverything field={field} onLeave={onClose} />
    </Modal>
  )
}

/** Returns whether a dialog is visible. A closed dialog can remain in the page, hidden. */
function isDialogOpen() {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())
}
