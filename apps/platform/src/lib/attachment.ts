/** Returns the header value for a file's name with any characters, according to RFC 6266. */
export function attachment(name: string, extension: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}.${extension}`
}
