/** A file's name in the header, whatever it holds, as RFC 6266 has it. */
export function attachment(name: string, extension: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}.${extension}`
}
