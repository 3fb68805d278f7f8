import type { ComponentProps } from 'react'
import { ScrollX } from './ScrollX.tsx'

/**
 * For `components` of Ant Design's table: it is so wide at least, and scrolls in itself where there is less room. Its own
 * `scroll` does that too, but Tab does not come there. Make it once, beside the component that has the table.
 */
export const wideTable = (minWidth: number | 'max-content') => ({
  table: ({ style, ...rest }: ComponentProps<'table'>) => (
    <ScrollX>
      <table {...rest} style={{ ...style, minWidth }} />
    </ScrollX>
  ),
})
