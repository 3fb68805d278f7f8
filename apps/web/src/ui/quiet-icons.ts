import { PlusOutlined } from '@ant-design/icons'
import type { ReactElement, Ref } from 'react'

/**
 * Makes icons decorative. Each Ant Design icon has its English file name ("plus") as accessible name, which becomes
 * part of a button's name: 「plus 创建任务」. In this console, the word beside an icon or the button's label carries the
 * meaning. Ant Design has no setting for this, so this patches the component that renders all icons, including those
 * inside Ant Design. An icon that is clickable or has an explicit name keeps its name.
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
