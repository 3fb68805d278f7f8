/** Bytes from base64 or base64url, with or without padding. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** Text from base64 or base64url: `atob` alone would read UTF-8 as Latin-1, so that 王医生 and Zoë become other names. */
export const textOf = (base64: string): string => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(base64))

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** As tokens and keys have it: without padding. */
export const base64url = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
