import { type ClassCount, MIN_ROWS_NAMED, type PartyNames } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import type { RowsWords } from '../../lib/rows-words.ts'
import { namesPhrases } from './phrases.ts'

export function Words({ names: { columns, label }, rows }: { names: PartyNames; rows: RowsWords }) {
  const t = usePhrases(namesPhrases)
  const named = columns.filter((column) => column.kind === 'categories')
  return (
    <dl className="own-words">
      {named.map(({ name, categories }) => (
        <WordList key={name} title={name} words={categories} rows={rows} />
      ))}
      {label?.classes && (
        <WordList
          title={t('names.classes', { label: label.column })}
          words={label.classes}
          counts={label.counts}
          rows={rows}
        />
      )}
    </dl>
  )
}

interface WordListProps {
  title: string
  words: string[]
  counts?: ClassCount[] | undefined
  rows: RowsWords
}

export function WordList({ title, words, counts, rows }: WordListProps) {
  const t = usePhrases(namesPhrases)
  const countOf = (word: string) => counts?.find(({ name }) => name === word)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {words.length === 0 ? (
          <span className="t-soft">{t('names.column.none', { rows: rows.count(MIN_ROWS_NAMED) })}</span>
        ) : (
          <ul>
            {words.map((word) => {
              const count = countOf(word)
              return (
                <li key={word}>
                  <span className="own-word">{word}</span>
                  {count !== undefined && (
                    <span className="t-soft t-num"> {t('names.least', { rows: rows.count(count.rows) })}</span>
                  )}
                  {count?.boxSide !== undefined && (
                    <span className="t-soft t-num"> {t('names.boxSide', { percent: count.boxSide / 10 })}</span>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </dd>
    </div>
  )
}
