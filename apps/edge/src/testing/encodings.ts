import type { ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'

export const encoded = (encoding: ChosenEncoding, text: string) => iconv.encode(text, encoding)
export const gb18030 = (text: string) => encoded('GB18030', text)
/** With the mark that says so, as spreadsheets write it. */
export const utf16 = (text: string) => iconv.encode(`\uFEFF${text}`, 'utf-16le')
