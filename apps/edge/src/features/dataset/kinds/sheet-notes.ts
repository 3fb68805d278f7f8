import type { ReadingReport } from '@tessera/contract'
import type { ConvertedSheet } from '../../../lib/workbook.ts'

/** Which sheet of a workbook was read, and what of the workbook was not. */
export function sheetNotes({ sheet, unread, merged }: ConvertedSheet): ReadingReport['notes'] {
  return [
    { name: 'sheet', value: sheet },
    ...(unread.length > 0 ? [{ name: 'sheets-unread' as const, value: unread.join(', ') }] : []),
    ...(merged > 0 ? [{ name: 'merged' as const, value: String(merged) }] : []),
  ]
}
