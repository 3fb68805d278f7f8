import { Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * A word with an explanation on hover, on focus and for screen readers. The explanation is outside the word's element,
 * so that copying or reading the page yields only the word.
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
            // Stops the event, so that Escape does not close a surrounding dialog.
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
