/** Returns the Content-Disposition header for a download. The file's name may contain any characters (RFC 6266). */
export function attachment(name: string, extension: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}.${extension}`
}
