import type { ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'

export const encoded = (encoding: ChosenEncoding, text: string) => iconv.encode(text, encoding)
export const gb18030 = (text: string) => encoded('GB18030', text)
/** Encodes a text with a byte order mark, as spreadsheets do. */
export const utf16 = (text: string) => iconv.encode(`\uFEFF${text}`, 'utf-16le')
