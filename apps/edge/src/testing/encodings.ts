import iconv from 'iconv-lite'

export const gb18030 = (text: string) => iconv.encode(text, 'gb18030')
/** With the mark that says so, as spreadsheets write it. */
export const utf16 = (text: string) => iconv.encode(`\uFEFF${text}`, 'utf-16le')
