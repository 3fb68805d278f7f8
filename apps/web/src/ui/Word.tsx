import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { Explained } from './Explained.tsx'
import { cn, en, type WordName } from './words.ts'

const phrases = { en, cn }

/** One of our own words where it is met, with what the glossary says of it. */
export function Word({ of, children }: { of: WordName; children: ReactNode }) {
  const t = usePhrases(phrases)
  return <Explained help={t(of)}>{children}</Explained>
}
