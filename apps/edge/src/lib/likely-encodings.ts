import { CHOSEN_ENCODINGS, type ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'
import { COMMON_HAN, COMMON_HANGUL, COMMON_KANJI } from './common-characters.ts'

/** GB18030 explains a text of which this share of its characters is common Chinese. */
const LEAST_COMMON = 0.45
/** Another encoding explains it better only by this much: names of persons and places are rare characters, too. */
const CLEARLY_BETTER = 0.25
/** Every text is letters in most single-byte encodings, so those of several bytes go first where they explain this much. */
const EXPLAINED = 0.5
const SAMPLE_BYTES = 64 * 1024
const HAN = /\p{Script=Han}/u
const KANA = /[\u3041-\u30fa\u30fc]/u
const HALF_KANA = /[\uff66-\uff9f]/u
const HANGUL = /\p{Script=Hangul}/u
const LETTER = /\p{L}/u
/** Signs such as full-width punctuation stand in texts of every script. */
const NEUTRAL = /[\p{P}\p{S}\p{Z}\p{N}\uFF01-\uFF65\u30FB]/u

/** Whether GB18030 does not explain the bytes of a text; all other encodings, the likeliest first. */
export function likelyEncodings(bytes: Buffer): { isDoubtful: boolean; others: ChosenEncoding[] } {
  const sample = foreignPart(bytes)
  const scores = CHOSEN_ENCODINGS.map((encoding) => ({ encoding, score: scoreOf(encoding, sample) }))
  const own = scores.find(({ encoding }) => encoding === 'GB18030')?.score ?? 0
  const others = scores.filter(({ encoding, score }) => encoding !== 'GB18030' && score > 0)
  const rank = (one: Scored) => one.score + (one.score > EXPLAINED && !SINGLE_BYTE.test(one.encoding) ? 1 : 0)
  const sorted = others.sort((one, other) => rank(other) - rank(one))
  const best = sorted.find(({ encoding }) => !SINGLE_BYTE.test(encoding))?.score ?? 0
  const likely = sorted.map(({ encoding }) => encoding)
  return {
    isDoubtful: own < LEAST_COMMON || best > own + CLEARLY_BETTER,
    others: [...likely, ...CHOSEN_ENCODINGS.filter((one) => one !== 'GB18030' && !likely.includes(one))],
  }
}

interface Scored {
  encoding: ChosenEncoding
  score: number
}

/** The lines that are not ASCII, up to a limit: numbers say nothing of an encoding. */
function foreignPart(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  let size = 0
  for (let at = 0; at < bytes.length && size < SAMPLE_BYTES; ) {
    const found = bytes.indexOf(0x0a, at)
    const end = found < 0 ? bytes.length : found + 1
    const line = bytes.subarray(at, end)
    if (line.some((byte) => byte >= 0x80)) {
      pieces.push(line)
      size += line.length
    }
    at = end
  }
  return Buffer.concat(pieces)
}

/** The share of characters beyond ASCII that people write in texts of the encoding's script; 0 where bytes mean nothing in it. */
function scoreOf(encoding: ChosenEncoding, bytes: Buffer): number {
  const text = iconv.decode(bytes, encoding)
  const characters = [...text].filter((character) => character > '\u007f' && !NEUTRAL.test(character))
  const lost = characters.filter((character) => isLost(character)).length + (text.split('\uFFFD').length - 1)
  if (characters.length === 0 || lost * 50 > characters.length) return 0
  const good = SINGLE_BYTE.test(encoding) ? goodLetters(text, encoding) : goodOf(encoding, characters)
  return good / characters.length
}

const SINGLE_BYTE = /^(windows|KOI8)/
/** Controls of the upper half and the private use area. */
const isLost = (character: string) => /[\u0080-\u009f\ue000-\uf8ff]/.test(character)

function goodOf(encoding: ChosenEncoding, characters: string[]): number {
  const isGood = {
    GB18030: (one: string) => COMMON_HAN.has(one),
    Big5: (one: string) => COMMON_HAN.has(one),
    // Half-width kana are single bytes that any text has: they count where little else does.
    Shift_JIS: (one: string) => KANA.test(one) || COMMON_KANJI.has(one) || HALF_KANA.test(one),
    'EUC-JP': (one: string) => KANA.test(one) || COMMON_KANJI.has(one) || HALF_KANA.test(one),
    'EUC-KR': (one: string) => COMMON_HANGUL.has(one),
  }[encoding as string]
  const worth = (one: string) => (HALF_KANA.test(one) && encoding === 'Shift_JIS' ? 0.5 : 1)
  return characters.reduce((sum, one) => sum + (isGood?.(one) ? worth(one) : isScript(one) ? 0.1 : 0), 0)
}

const isScript = (one: string) => HAN.test(one) || KANA.test(one) || HANGUL.test(one)

const SCRIPTS: Record<string, RegExp> = {
  'windows-1251': /\p{Script=Cyrillic}/u,
  'KOI8-R': /\p{Script=Cyrillic}/u,
  'windows-1253': /\p{Script=Greek}/u,
  'windows-874': /\p{Script=Thai}/u,
}
/** Scripts without capitals, or whose letters fill the table: chance makes words of them. */
const SHARE_OF_WORDS: Record<string, number> = { 'windows-874': 0.7, 'windows-1253': 0.8 }
/** Of the Latin ones: letters that the languages meant write; the others of the table are those of Icelandic and the like. */
const ACCENTS: Record<string, RegExp> = {
  'windows-1252': /[äöüßéèêëàâçîïôûùœæåøñáíóúãõÄÖÜÉÈÀÂÇÎÔÅØÑÁÍÓÚµ°]/u,
  'windows-1250': /[ąćęłńóśźżčďěňřšťůžőűăâîșțäöüßéáíúýĄĆĘŁŃÓŚŹŻČŘŠŽŐŰÁÍ]/u,
  'windows-1254': /[ğışçöüâîİĞŞÇÖÜ]/u,
}

/** Letters as words have them: of one script in a row, accents among plain letters, no capital behind a small letter. */
function goodLetters(text: string, encoding: string): number {
  const script = SCRIPTS[encoding]
  const accents = ACCENTS[encoding]
  let good = 0
  for (const [word] of text.matchAll(/[\p{L}\p{M}µ°\u0080-\uffff]+/gu)) {
    const characters = [...word]
    const foreign = characters.filter((one) => one > '\u007f')
    // Umlauts and accents are seldom three in a row, and a word of them alone is none.
    const isWord = script !== undefined || foreign.length * 2 <= characters.length || /^[µ°]/.test(word)
    const isCased = !/\p{Ll}\p{Lu}/u.test(word)
    if (!isWord || !isCased) continue
    const worth = (script ? SHARE_OF_WORDS[encoding] : undefined) ?? (/\p{Lu}{2}/u.test(word) ? 0.5 : 1)
    good += worth * foreign.filter((one) => (script ?? LETTER).test(one) && (script || accents?.test(one))).length
    good += script ? 0 : foreign.filter((one) => /[µ°]/.test(one) && encoding === 'windows-1252').length * 0.1
  }
  return good
}
