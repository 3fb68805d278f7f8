import { PlusOutlined } from '@ant-design/icons'
import type { ReactElement, Ref } from 'react'

/**
 * Every icon of Ant Design calls itself by its English file name ("plus"), and so enters the name of the button it
 * stands in: 「plus 创建任务」. Here an icon is decoration, the word beside it or the button's label says what it means.
 * There is no setting for it, so the one component all icons are made of is taught it, Ant Design's own icons included.
 * An icon that is itself pressed, or that was given a name on purpose, keeps its own.
 */
interface Forwarding {
  render: (props: Record<string, unknown>, ref: Ref<HTMLSpanElement> | null) => ReactElement
}

let isDone = false

export function quietIcons() {
  if (isDone) return
  isDone = true
  const shared = (PlusOutlined as unknown as Forwarding).render({}, null).type as unknown as Forwarding
  const draw = shared.render
  shared.render = (props, ref) =>
    draw('onClick' in props ? props : { 'aria-hidden': true, 'aria-label': undefined, role: undefined, ...props }, ref)
}
