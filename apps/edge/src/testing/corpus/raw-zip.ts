import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive. Each given field overrides the correct value in the archive. */
export interface RawFile {
  name: string | Buffer
  content: Buffer | string
  stored?: boolean
  /** General purpose flags: 0x1 encrypted, 0x40 strongly encrypted, 0x800 file name in UTF-8. */
  flags?: number
  method?: number
  /** Unix file type and permissions of the file. */
  mode?: number
  crc?: number
  size?: number
  packedSize?: number
  extra?: Buffer
  comment?: Buffer
  /** Index of an earlier file whose position and content this file uses. */
  sameAs?: number
  /** Number of bytes by which the declared position of the file's local header is wrong. */
  shift?: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const MADE_ON_UNIX = (3 << 8) | 20

/**
 * Creates an archive byte by byte, because ordinary tools do not write the invalid archives that an attacker would
 * send.
 */
export function rawZip(files: RawFile[], more: { count?: number; count64?: bigint; comment?: Buffer } = {}): Buffer {
  const pieces: Buffer[] = []
  const places: number[] = []
  const list: Buffer[] = []
  let at = 0
  for (const file of files) {
    const entry = entryOf(file)
    const place = file.sameAs === undefined ? at : (places[file.sameAs] as number)
    places.push(place)
    if (file.sameAs === undefined) {
      const header = local(entry)
      pieces.push(header, entry.name, entry.packed)
      at += header.length + entry.name.length + entry.packed.length
    }
    list.push(central(entry, place + (file.shift ?? 0)))
  }
  const directory = Buffer.concat(list)
  const count = more.count ?? files.length
  const end = more.count64 === undefined ? [] : [end64(more.count64, directory.length, at)]
  return Buffer.concat([...pieces, directory, ...end, endOf(count, directory.length, at, more.comment)])
}

function entryOf(file: RawFile) {
  const content = Buffer.from(file.content as string)
  const packed = file.stored ? content : deflateRawSync(content)
  return {
    ...file,
    name: Buffer.from(file.name as string),
    packed,
    method: file.method ?? (file.stored ? 0 : 8),
    crc: file.crc ?? crc32(content),
    size: file.size ?? content.length,
    packedSize: file.packedSize ?? packed.length,
    extra: file.extra ?? Buffer.alloc(0),
    comment: file.comment ?? Buffer.alloc(0),
  }
}
type Entry = ReturnType<typeof entryOf>

function local(entry: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(20, 4)
  common(header, entry, 6)
  header.writeUInt16LE(entry.name.length, 26)
  return header
}

function central(entry: Entry, place: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(MADE_ON_UNIX, 4)
  header.writeUInt16LE(20, 6)
  common(header, entry, 8)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(entry.extra.length, 30)
  header.writeUInt16LE(entry.comment.length, 32)
  header.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38)
  header.writeUInt32LE(place, 42)
  return Buffer.concat([header, entry.name, entry.extra, entry.comment])
}

/** Writes the fields that the local and the central header of a file share. */
function common(header: Buffer, entry: Entry, at: number) {
  header.writeUInt16LE(entry.flags ?? 0, at)
  header.writeUInt16LE(entry.method, at + 2)
  header.writeUInt32LE(entry.crc, at + 8)
  header.writeUInt32LE(entry.packedSize, at + 12)
  header.writeUInt32LE(entry.size, at + 16)
}

function endOf(count: number, size: number, place: number, comment: Buffer = Buffer.alloc(0)): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(count & 0xffff, 8)
  end.writeUInt16LE(count & 0xffff, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(place, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, comment])
}

function end64(count: bigint, size: number, place: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(END64, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(count, 24)
  end.writeBigUInt64LE(count, 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(place), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(LOCATOR64, 0)
  locator.writeBigUInt64LE(BigInt(place + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}
