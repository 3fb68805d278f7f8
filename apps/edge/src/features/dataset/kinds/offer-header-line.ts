import { AppError, type ErrorCode, type ErrorParams } from '@tessera/contract'

/** What becomes of a table whose first line is taken for its header, but is a title. */
const OF_TITLES = new Set<ErrorCode>([
  'dataset.header-empty',
  'dataset.header-repeated',
  'dataset.header-missing',
  'dataset.header-long',
  'dataset.csv-width',
  'dataset.csv-empty',
])

/** The same error with another way out, before its own. */
export function offerHeaderLine(error: unknown, propose: () => number | undefined): unknown {
  if (!(error instanceof AppError) || !OF_TITLES.has(error.code)) return error
  const headerLine = propose()
  if (headerLine === undefined) return error
  const { remedy, ...params } = error.params
  const other: ErrorParams = remedy === undefined ? {} : { otherRemedy: remedy }
  return new AppError(error.code, { ...params, remedy: 'header-line', headerLine, ...other })
}
