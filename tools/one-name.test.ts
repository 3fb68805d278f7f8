import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES, type Language } from '@tessera/contract'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readText, sourcePaths } from './testing/sources.ts'

interface ScreenText {
  language: Language
  place: string
  text: string
}

const MODULES =
  /^(apps\/web\/src\/.*phrases\.(en|cn)|packages\/contract\/src\/error-phrases\/\w+|apps\/web\/src\/ui\/words)\.ts$/
const CATALOGUE = /^engine\/algorithms\/\w+\/catalogue\.json$/
const LEGAL = /^apps\/web\/src\/features\/legal\/\w+\.(en|cn)\.ts$/

/** Exempts the terms, which define what a party is. */
const isAboutParties = (place: string, word: string) => /\/terms\./.test(place) && /^(organisation|组织)$/.test(word)

/** Returns all texts of screens with their places, without placeholders. */
async function textsOf(): Promise<ScreenText[]> {
  const phrases = await Promise.all(
    sourcePaths(MODULES).map(async (path) => {
      const module = (await import(pathToFileURL(join(root, path)).href)) as Record<Language, Record<string, string>>
      return LANGUAGES.flatMap((language) =>
        Object.entries(module[language] ?? {})
          .filter(([, text]) => typeof text === 'string')
          .map(([key, text]) => ({ language, place: `${path} ${key}`, text: text.replace(/\{\{\w+/g, '') })),
      )
    }),
  )
  const legal = sourcePaths(LEGAL).flatMap((path) => {
    const language = LEGAL.exec(path)?.[1] as Language | undefined
    return language ? [{ language, place: path, text: readText(path) }] : []
  })
  const catalogues = sourcePaths(CATALOGUE).flatMap((path) => inBothLanguages(JSON.parse(readText(path)), path))
  return [...phrases.flat(), ...legal, ...catalogues]
}

/** Returns every text of a catalogue, at any depth. */
function inBothLanguages(value: unknown, place: string): ScreenText[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, text]) => {
    const language = LANGUAGES.find((one) => one === key)
    if (language && typeof text === 'string') return [{ language, place, text }]
    return inBothLanguages(text, `${place} ${key}`)
  })
}

/** The words to avoid in the glossary's table, each with the word to use instead. */
const avoided = readText('docs/reference/glossary.md')
  .split('## One name, and not the others')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (say|---) /.test(line))
  .flatMap((line) => {
    const [, en = '', notEn = '', cn = '', notCn = ''] = line.split('|').map((cell) => cell.trim())
    const wordsOf = (cell: string) => cell.split(', ').filter(Boolean)
    return [
      ...wordsOf(notEn).map((word) => ({ language: 'en' as const, word, say: en })),
      ...wordsOf(notCn).map((word) => ({ language: 'cn' as const, word, say: cn })),
    ]
  })
/** Finds an English word in each of its forms, for example "mend", "mends" and "mended". */
const found = (text: string, language: Language, word: string) =>
  language === 'cn' ? text.includes(word) : new RegExp(`(?<![/\\w])${word}(s|ed|ing)?(?![/\\w])`, 'i').test(text)

test('uses the glossary’s name for each thing on every screen, in both languages', async () => {
  const texts = await textsOf()
  for (const language of LANGUAGES) {
    expect(texts.filter((text) => text.language === language).length).toBeGreaterThan(2_000)
  }
  expect(avoided?.length).toBeGreaterThan(50)
  const wrong = texts.flatMap(({ language, place, text }) =>
    (avoided ?? [])
      .filter((one) => one.language === language && found(text, language, one.word) && !isAboutParties(place, one.word))
      .map(({ word, say }) => `${place}: “${word}”, where we say “${say}”`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['en', 'You browse as a tourist.', 'tourist'],
  ['en', 'Choose a Project', 'project'],
  ['cn', '请重启边缘节点', '边缘'],
] as const)('detects a word to avoid (%s: %s)', (language, text, word) => {
  expect(avoided?.some((one) => one.word === word && one.language === language)).toBe(true)
  expect(found(text, language, word)).toBe(true)
})

test('defines each text that several features show only once, in the table of common texts', async () => {
  const written = new Map<string, string[]>()
  for (const path of sourcePaths(/^apps\/web\/src\/.*phrases\.en\.ts$/)) {
    const chinese = readText(path.replace('.en.ts', '.cn.ts'))
    for (const [, key = '', text] of readText(path).matchAll(LITERAL)) {
      const other = [...chinese.matchAll(LITERAL)].find(([, name]) => name === key)?.[2]
      const pair = `${text} / ${other}`
      written.set(pair, [...(written.get(pair) ?? []), `${path} ${key}`])
    }
  }
  expect(written.size).toBeGreaterThan(2_000)
  expect([...written].filter(([, places]) => places.length > 1)).toEqual([])
})

/** Matches an entry of a table of texts that is a literal, not a reference to a common text. */
const LITERAL = /^ {2}('[^'\n]+'|\w+):\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),$/gm
