import type { ComponentProps } from 'react'
import { ScrollX } from './ScrollX.tsx'

/**
 * For `components` of Ant Design's table: sets a minimum width and scrolls the table if there is less space. Ant
 * Design's own `scroll` does this, too, but is not reachable by Tab. Create it once, beside the component with the
 * table.
 */
export const wideTable = (minWidth: number | 'max-content') => ({
  table: ({ style, ...rest }: ComponentProps<'table'>) => (
    <ScrollX>
      <table {...rest} style={{ ...style, minWidth }} />
    </ScrollX>
  ),
})
