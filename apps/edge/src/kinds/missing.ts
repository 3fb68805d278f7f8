import { literal } from '../lib/duck.ts'

/**
 * Texts that mean "no value" in spreadsheets and statistics programs or as people write it. They count as missing only
 * among numbers, dates and booleans. In a text column they can be valid values, such as severity "None" or Namibia's
 * "NA", so there only an empty cell is missing.
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
  // Error values of spreadsheets, and numbers that are not finite.
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
 * SQL condition for a word that means "no value". `contains` is used because DuckDB plans a join for a long IN, and
 * because planning a list for each of 5,000 columns takes long.
 */
export const isMissingWord = (cell: string) => `contains(${words}, '${BETWEEN}' || ${cell} || '${BETWEEN}')`

/**
 * Returns SQL for a trimmed value, or null if the value means "no value". Values that begin with a digit, as most
 * numbers and dates do, are not compared with those words.
 */
export const withoutWords = (cell: string) =>
  `CASE WHEN ${cell} BETWEEN '0' AND ':' THEN ${cell} WHEN ${isMissingWord(cell)} THEN NULL ELSE ${cell} END`

/** SQL expression for a text without surrounding spaces, or null if the text is empty. */
export const trimmed = (cell: string) => `nullif(trim(${cell}), '')`
