/** Of the Han signs of real texts, hardly one in ten is not among the common ones. */
const MOST_RARE = 0.4

/**
 * Counts the Han signs in bytes that are read as GB18030, and those not among the 3,755 common ones of GB 2312 (which have
 * bytes of their own). Windows-1252 and Big5 read so are made of rare ones.
 */
export class RareHan {
  #all = 0
  #rare = 0
  #lead = 0
  #skip = 0

  write(bytes: Buffer) {
    for (const byte of bytes) {
      if (this.#skip > 0) this.#skip -= 1
      else if (this.#lead === 0) this.#lead = byte > 0x80 && byte < 0xff ? byte : 0
      else {
        this.#pair(this.#lead, byte)
        this.#lead = 0
      }
    }
  }

  #pair(lead: number, trail: number) {
    // Four bytes stand for what two cannot.
    if (trail >= 0x30 && trail <= 0x39) this.#skip = 2
    if (trail < 0x40) return
    const isOfGb2312 = lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1
    const isOfGbk = lead <= 0xa0 || (lead >= 0xaa && trail <= 0xa0)
    if (!isOfGb2312 && !isOfGbk) return
    this.#all += 1
    if (!isOfGb2312 || lead > 0xd7) this.#rare += 1
  }

  get prevail(): boolean {
    return this.#rare > this.#all * MOST_RARE
  }
}
