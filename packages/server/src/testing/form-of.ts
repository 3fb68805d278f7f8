/** Returns a form with files as a browser sends it, for `inject`. */
export function formOf(fields: Record<string, unknown>, files: { name: string; content: Buffer }[]) {
  const boundary = 'x-boundary-x'
  const head = (what: string) => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n\r\n`)
  const end = Buffer.from('\r\n')
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [head(`name="${name}"`), Buffer.from(String(value)), end]),
    ...files.map(({ name, content }) => [head(`name="files"; filename="${name}"`), content, end]),
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]),
  }
}
