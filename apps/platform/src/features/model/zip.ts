import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Uint8Array
}

const UTF8_NAMES = 0x0800
/** 1 January 1980, midnight: the same files give the same bytes. */
const DOS_DATE = 0x0021

/** A zip of a few files that need no compression; ONNX weights hardly have any. At most 4 GB. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name)
    const fields = fieldsOf(content, nameBytes.length)
    const header = Buffer.concat([signature('PK\x03\x04'), fields, nameBytes])
    directory.push(directoryEntry(fields, nameBytes, offset))
    parts.push(header, Buffer.from(content.buffer, content.byteOffset, content.byteLength))
    offset += header.length + content.length
  }
  const listing = Buffer.concat(directory)
  return Buffer.concat([...parts, listing, endOf(entries.length, listing.length, offset)])
}

const signature = (text: string) => Buffer.from(text, 'latin1')

/** The 26 bytes that a file's header and its directory entry share. */
function fieldsOf(content: Uint8Array, nameLength: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0) // version needed
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(DOS_DATE, 8)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function directoryEntry(fields: Buffer, name: Buffer, offset: number): Buffer {
  const madeBy = Buffer.from([20, 0])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature('PK\x01\x02'), madeBy, fields, rest, name])
}

function endOf(count: number, listingLength: number, listingOffset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listingLength, 12)
  end.writeUInt32LE(listingOffset, 16)
  return end
}
