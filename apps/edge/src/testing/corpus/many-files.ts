import { crc32 } from 'node:zlib'

const [LOCAL_BYTES, LISTED_BYTES, END_BYTES] = [30, 46, 98]
const [LOCAL, LISTED, END, END64, LOCATOR64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50]
/** Values of 32-bit and 16-bit fields that mean that the real value is stored in the ZIP64 fields. */
const ELSEWHERE = 0xffff

/**
 * Creates a valid archive of many small files with the same content. `claimed` is the number of files that the archive
 * declares.
 */
export function manyFiles(
  count: number,
  { content = '', folders = 1, extension = 'txt', claimed = count }: ManyFiles = {},
): Buffer {
  const packed = Buffer.from(content)
  const sum = crc32(packed)
  const nameOf = (at: number) => `${String(at % folders).padStart(5, 'c')}/${String(at).padStart(7, '0')}.${extension}`
  const nameBytes = nameOf(0).length
  const fileBytes = LOCAL_BYTES + nameBytes + packed.length
  const listAt = count * fileBytes
  const endAt = listAt + count * (LISTED_BYTES + nameBytes)
  const zip = Buffer.alloc(endAt + END_BYTES)
  for (let at = 0; at < count; at += 1) {
    const local = at * fileBytes
    const listed = listAt + at * (LISTED_BYTES + nameBytes)
    zip.writeUInt32LE(LOCAL, local)
    zip.writeUInt32LE(LISTED, listed)
    for (const common of [local + 4, listed + 6]) {
      zip.writeUInt32LE(sum, common + 10)
      zip.writeUInt32LE(packed.length, common + 14)
      zip.writeUInt32LE(packed.length, common + 18)
      zip.writeUInt16LE(nameBytes, common + 22)
    }
    zip.writeUInt32LE(local, listed + 42)
    zip.write(nameOf(at), local + LOCAL_BYTES, 'latin1')
    zip.write(nameOf(at), listed + LISTED_BYTES, 'latin1')
    packed.copy(zip, local + LOCAL_BYTES + nameBytes)
  }
  zip.writeUInt32LE(END64, endAt)
  zip.writeBigUInt64LE(44n, endAt + 4)
  zip.writeBigUInt64LE(BigInt(claimed), endAt + 24)
  zip.writeBigUInt64LE(BigInt(claimed), endAt + 32)
  zip.writeBigUInt64LE(BigInt(endAt - listAt), endAt + 40)
  zip.writeBigUInt64LE(BigInt(listAt), endAt + 48)
  zip.writeUInt32LE(LOCATOR64, endAt + 56)
  zip.writeBigUInt64LE(BigInt(endAt), endAt + 64)
  zip.writeUInt32LE(1, endAt + 72)
  zip.writeUInt32LE(END, endAt + 76)
  zip.writeUInt16LE(ELSEWHERE, endAt + 84)
  zip.writeUInt16LE(ELSEWHERE, endAt + 86)
  return zip
}

interface ManyFiles {
  content?: string
  folders?: number
  extension?: string
  claimed?: number
}
