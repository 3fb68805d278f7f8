/** An archive that cannot be used; the message says why. */
export class BadArchive extends Error {}

export interface Part {
  /** With `/` between folders, never leading out of the archive. */
  name: string
  size: number
}

const BLOCK = 512
const ZERO = Buffer.alloc(BLOCK)
/** What eleven octal digits hold; larger sizes are written in binary, as GNU tar does. */
const OCTAL_MAX = 8 ** 11 - 1

/** The header of a plain file (POSIX ustar), readable by its owner only. */
export function headerOf({ name, size }: Part): Buffer {
  checkName(name)
  const header = Buffer.alloc(BLOCK)
  const { prefix, base } = splitName(name)
  header.write(base, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size <= OCTAL_MAX) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Undefined at the archive's end. */
export function readHeader(header: Buffer): Part | undefined {
  if (header.equals(ZERO)) return undefined
  const text = (from: number, to: number) => header.subarray(from, to).toString('utf8').replace(/\0.*$/s, '')
  if (Number.parseInt(text(148, 156), 8) !== checksum(header)) throw new BadArchive('it is damaged')
  const [type, prefix] = [text(156, 157), text(345, 500)]
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
  if (type !== '0' && type !== '') throw new BadArchive(`${name} is no plain file`)
  checkName(name)
  const isBinary = ((header[124] as number) & 0x80) !== 0
  const size = isBinary ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new BadArchive(`${name} has no size`)
  return { name, size }
}

/** What follows a part, up to the next block. */
export const padding = (size: number): Buffer => ZERO.subarray(0, (BLOCK - (size % BLOCK)) % BLOCK)

function checkName(name: string) {
  const steps = name.split('/')
  if (steps.some((step) => step === '' || step === '.' || step === '..') || /[\0\\]/.test(name)) {
    throw new BadArchive(`the name ${JSON.stringify(name)} leads out of the archive`)
  }
}

function splitName(name: string): { prefix: string; base: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', base: name }
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, base] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(base) <= 100) return { prefix, base }
  }
  throw new BadArchive(`the name ${name} is too long for an archive`)
}

function checksum(header: Buffer): number {
  let sum = 0
  // The checksum itself counts as blanks.
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (header[at] as number)
  return sum
}
