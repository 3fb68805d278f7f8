import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { type ReactElement, useRef } from 'react'

interface Props extends Pick<DropdownProps, 'placement'>, Pick<MenuProps, 'items' | 'selectedKeys'> {
  onChoose: (key: string) => void
  /** The button that opens the menu. */
  children: ReactElement
}

/** A menu of actions behind a button. Arrow keys move through it once it is open. */
export function ActionMenu({ items, selectedKeys = [], onChoose, placement = 'bottomLeft', children }: Props) {
  const opener = useRef<Element>(null)
  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Without this, the same Enter also presses the dialog's first button.
    domEvent.preventDefault()
    // A dialog returns the focus to the previously focused element. That is the button, because the menu disappears.
    if (opener.current instanceof HTMLElement) opener.current.focus()
    onChoose(key)
  }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement={placement}
      menu={{ items: items ?? [], selectedKeys, onClick: choose }}
      onOpenChange={(isOpen) => {
        if (isOpen) opener.current = document.activeElement
      }}
    >
      {children}
    </Dropdown>
  )
}
