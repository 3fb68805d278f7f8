import { CHOSEN_ENCODINGS, type ChosenEncoding } from '@tessera/contract'
import iconv from 'iconv-lite'
import { COMMON_HAN, COMMON_HANGUL, COMMON_KANJI } from './common-characters.ts'

/** GB18030 is accepted for a text if at least this share of its characters is common Chinese. */
const MIN_COMMON = 0.45
/**
 * Minimum difference by which another encoding must be better than GB18030, because names of people and places contain
 * rare characters, too.
 */
const CLEARLY_BETTER = 0.25
/**
 * Multi-byte encodings with at least this score take precedence, because in most single-byte encodings almost any byte
 * is a letter.
 */
const EXPLAINED = 0.5
const SAMPLE_BYTES = 64 * 1024
const HAN = /\p{Script=Han}/u
const KANA = /[\u3041-\u30fa\u30fc]/u
const HALF_KANA = /[\uff66-\uff9f]/u
const HANGUL = /\p{Script=Hangul}/u
const LETTER = /\p{L}/u
/** Characters that occur in texts of every script, such as full-width punctuation. */
const NEUTRAL = /[\p{P}\p{S}\p{Z}\p{N}\uFF01-\uFF65\u30FB]/u

/** Returns whether GB18030 is improbable for these bytes, and all other encodings, most probable first. */
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
    isDoubtful: own < MIN_COMMON || best > own + CLEARLY_BETTER,
    others: [...likely, ...CHOSEN_ENCODINGS.filter((one) => one !== 'GB18030' && !likely.includes(one))],
  }
}

interface Scored {
  encoding: ChosenEncoding
  score: number
}

/** Returns the lines that contain non-ASCII characters, up to a limit. ASCII lines do not indicate an encoding. */
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

/**
 * Returns the share of non-ASCII characters that are usual in the script of this encoding, or 0 if the bytes are
 * invalid in it.
 */
function scoreOf(encoding: ChosenEncoding, bytes: Buffer): number {
  const text = iconv.decode(bytes, encoding)
  const characters = [...text].filter((character) => character > '\u007f' && !NEUTRAL.test(character))
  const lost = characters.filter((character) => isLost(character)).length + (text.split('\uFFFD').length - 1)
  if (characters.length === 0 || lost * 50 > characters.length) return 0
  const good = SINGLE_BYTE.test(encoding) ? goodLetters(text, encoding) : goodOf(encoding, characters)
  return good / characters.length
}

const SINGLE_BYTE = /^(windows|KOI8)/
/** Returns whether a character is a C1 control character or in the private use area. */
const isLost = (character: string) => /[\u0080-\u009f\ue000-\uf8ff]/.test(character)

function goodOf(encoding: ChosenEncoding, characters: string[]): number {
  const isGood = {
    GB18030: (one: string) => COMMON_HAN.has(one),
    Big5: (one: string) => COMMON_HAN.has(one),
    // Half-width kana are single bytes that can occur in any text, so they count less.
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
/**
 * Minimum share of words for scripts without capital letters or whose letters fill the code page, because random bytes
 * often look like words in them.
 */
const SHARE_OF_WORDS: Record<string, number> = { 'windows-874': 0.7, 'windows-1253': 0.8 }
/**
 * For Latin encodings, the accented letters of the languages that use them. The remaining letters of the code page
 * belong to Icelandic and similar languages.
 */
const ACCENTS: Record<string, RegExp> = {
  'windows-1252': /[äöüßéèêëàâçîïôûùœæåøñáíóúãõÄÖÜÉÈÀÂÇÎÔÅØÑÁÍÓÚµ°]/u,
  'windows-1250': /[ąćęłńóśźżčďěňřšťůžőűăâîșțäöüßéáíúýĄĆĘŁŃÓŚŹŻČŘŠŽŐŰÁÍ]/u,
  'windows-1254': /[ğışçöüâîİĞŞÇÖÜ]/u,
}

/**
 * Returns the number of plausible letters. A word is plausible if it has one script, accents only among plain letters,
 * and no capital after a small letter.
 */
function goodLetters(text: string, encoding: string): number {
  const script = SCRIPTS[encoding]
  const accents = ACCENTS[encoding]
  let good = 0
  for (const [word] of text.matchAll(/[\p{L}\p{M}µ°\u0080-\uffff]+/gu)) {
    const characters = [...word]
    const foreign = characters.filter((one) => one > '\u007f')
    // Three umlauts or accents in a row are rare, and a word does not consist only of them.
    const isWord = script !== undefined || foreign.length * 2 <= characters.length || /^[µ°]/.test(word)
    const isCased = !/\p{Ll}\p{Lu}/u.test(word)
    if (!isWord || !isCased) continue
    const worth = (script ? SHARE_OF_WORDS[encoding] : undefined) ?? (/\p{Lu}{2}/u.test(word) ? 0.5 : 1)
    good += worth * foreign.filter((one) => (script ?? LETTER).test(one) && (script || accents?.test(one))).length
    good += script ? 0 : foreign.filter((one) => /[µ°]/.test(one) && encoding === 'windows-1252').length * 0.1
  }
  return good
}
