import { literal } from '../../../lib/duck.ts'

/**
 * How spreadsheets, statistics programs and people write "no value". Only among numbers, dates and true or false: in a
 * column of texts they are answers, such as a severity of None or Namibia's NA, and only the empty cell is missing.
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
  // Errors of spreadsheets, and numbers that are none.
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

/** DuckDB would make a join of each long IN, and takes long to plan a list for each of 5,000 columns. */
export const isMissingWord = (cell: string) => `contains(${words}, '${BETWEEN}' || ${cell} || '${BETWEEN}')`

/** A value without spaces around it, or null; asked only of what does not begin with a digit, as most numbers and dates do. */
export const withoutWords = (cell: string) =>
  `CASE WHEN ${cell} BETWEEN '0' AND ':' THEN ${cell} WHEN ${isMissingWord(cell)} THEN NULL ELSE ${cell} END`

/** A text without the spaces around it; null where there is none. */
export const trimmed = (cell: string) => `nullif(trim(${cell}), '')`
