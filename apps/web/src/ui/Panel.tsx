import type { ReactNode } from 'react'
import { Word } from './Word.tsx'
import type { WordName } from './words.ts'

interface Props {
  title?: string
  /** The glossary entry that explains the title. */
  word?: WordName
  extra?: ReactNode
  children: ReactNode
}

/** A titled block of a page with a thin border. */
export function Panel({ title, word, extra, children }: Props) {
  return (
    <section className="t-panel" aria-label={title}>
      {(title || extra) && (
        <header className="t-panel-head">
          {title && <h2>{word ? <Word of={word}>{title}</Word> : title}</h2>}
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}
