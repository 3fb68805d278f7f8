/** Decodes bytes from base64 or base64url, with or without padding. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/**
 * Decodes UTF-8 text from base64 or base64url. `atob` alone would read UTF-8 as Latin-1 and change names such as 王医生
 * and Zoë.
 */
export const textOf = (base64: string): string => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(base64))

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Encodes base64url without padding, as used in tokens and keys. */
export const base64url = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
