import { createReadStream } from 'node:fs'

const NEWLINE = 0x0a

/**
 * Yields the lines of a file, using little memory. Only a newline character ends a line: texts can contain other
 * characters that some readers treat as line ends.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString('utf8')
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
