import type { ComponentProps } from 'react'
import { ScrollX } from './ScrollX.tsx'

/**
 * Returns the `components` of an Ant Design table with a minimum width that scrolls horizontally and is reachable by
 * Tab, unlike Ant Design's own `scroll`. Create it once, outside the component with the table.
 */
export const wideTable = (minWidth: number | 'max-content') => ({
  table: ({ style, ...rest }: ComponentProps<'table'>) => (
    <ScrollX>
      <table {...rest} style={{ ...style, minWidth }} />
    </ScrollX>
  ),
})
