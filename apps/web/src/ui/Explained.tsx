import { Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * A word that says what it means to whoever points at it, comes to it by keyboard, or has it read out. The explanation lies
 * outside, so that what is copied or read on the page is the word alone.
 */
export function Explained({ help, children }: { help: string | null; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!help) return children
  return (
    <Tooltip title={help} open={isOpen} onOpenChange={setOpen} trigger={['hover', 'focus']}>
      <span className="t-explained">
        <button
          type="button"
          aria-describedby={id}
          onKeyDown={(event) => {
            if (!isOpen || event.key !== 'Escape') return
            // What lies around it stays open.
            event.stopPropagation()
            setOpen(false)
          }}
        >
          {children}
        </button>
        {createPortal(
          <span id={id} hidden>
            {help}
          </span>,
          document.body,
        )}
      </span>
    </Tooltip>
  )
}
