import { literal } from '../lib/duck.ts'

/**
 * Texts that mean "no value" in spreadsheets and statistics programs, and as people write them.
 * They apply only among numbers, dates and booleans. In a text column they can be valid values, such as severity "None"
 * or Namibia's "NA", so only the empty cell is missing there.
 */
export const MISSING_WORDS = [
  ...['NA', 'na', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NaT', 'NULL', 'Null', 'null', 'None', 'none'],
  ...[
    '?',
    '-',
    '--',
    '—',
    '–',
    '.',
    '/',
    '...',
    '…',
    '***',
    '无',
    '未查',
    '未测',
    '未做',
    '未检',
    '缺失',
    '不详',
    '未知',
    '不明',
  ],
  ...['(null)', '(NULL)', '[null]', '[NULL]', '<null>', '<NULL>', 'nil', 'NIL', String.raw`\N`, 'n.a.', 'N.A.', 'NAN'],
  ...['unknown', 'Unknown', 'UNKNOWN', 'missing', 'Missing', 'MISSING', 'undefined', 'not available', 'Not available'],
  // Spreadsheet errors and non-finite numbers.
  ...[
    '#DIV/0!',
    '#VALUE!',
    '#REF!',
    '#NAME?',
    '#NUM!',
    '#NULL!',
    '#N/V',
    '#WERT!',
    '#BEZUG!',
    'inf',
    '-inf',
    '+inf',
    'Inf',
    '-Inf',
    '+Inf',
  ],
  ...['INF', '-INF', 'Infinity', '-Infinity', 'infinity', '-infinity', '∞', '-∞', '-nan'],
]

const BETWEEN = '\x1f'
const words = literal(['', '', ...MISSING_WORDS, ''].join(BETWEEN))

/**
 * SQL condition for a missing word. For a long IN, DuckDB would plan a join, and a list takes long to plan for each of
 * 5,000 columns.
 */
export const isMissingWord = (cell: string) => `contains(${words}, '${BETWEEN}' || ${cell} || '${BETWEEN}')`

/**
 * Returns a trimmed value or null. The words are compared only if the value does not begin with a digit, as most
 * numbers and dates do.
 */
export const withoutWords = (cell: string) =>
  `CASE WHEN ${cell} BETWEEN '0' AND ':' THEN ${cell} WHEN ${isMissingWord(cell)} THEN NULL ELSE ${cell} END`

/** SQL expression for a text without surrounding spaces; null if it is empty. */
export const trimmed = (cell: string) => `nullif(trim(${cell}), '')`
