import { PlusOutlined } from '@ant-design/icons'
import type { ReactElement, Ref } from 'react'

/**
 * Makes icons decorative. Each Ant Design icon sets its English file name ("plus") as its accessible name, which
 * becomes part of the button's name: 「plus 创建任务」. Here the adjacent word or the button's label carries the meaning. Ant
 * Design has no setting for this, so the component that renders all icons is patched, including those inside Ant
 * Design. Icons that are clickable or have an explicit name keep their own.
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
