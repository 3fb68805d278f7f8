const decoder = new TextDecoder()
export const textOf = (bytes: Uint8Array | undefined): string => decoder.decode(bytes)
