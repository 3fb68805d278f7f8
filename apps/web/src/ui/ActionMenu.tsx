import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { type ReactElement, useRef } from 'react'

interface Props extends Pick<DropdownProps, 'placement'>, Pick<MenuProps, 'items' | 'selectedKeys'> {
  onChoose: (key: string) => void
  /** The button that opens the menu. */
  children: ReactElement
}

/** A menu of actions behind a button. Arrow keys move through the open menu. */
export function ActionMenu({ items, selectedKeys = [], onChoose, placement = 'bottomLeft', children }: Props) {
  const opener = useRef<Element>(null)
  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Prevents that the key press of Enter also clicks the first button of the dialog that opens.
    domEvent.preventDefault()
    // Moves the focus to the button first: the menu disappears, and a dialog later returns the focus to the element
    // that had it before.
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
