import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { Explained } from './Explained.tsx'
import { cn, en, type WordName } from './words.ts'

const phrases = { en, cn }

/** A product term with its explanation from the glossary. */
export function Word({ of, children }: { of: WordName; children: ReactNode }) {
  const t = usePhrases(phrases)
  return <Explained help={t(of)}>{children}</Explained>
}
