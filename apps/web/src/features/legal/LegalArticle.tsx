import { useEffect } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink } from '../../ui/index.ts'
import type { LegalSection } from './legal-text.ts'
import { legalPhrases } from './phrases.ts'
import { LEGAL_TEXTS } from './texts.ts'
import './legal.css'

/** The terms or the privacy notice, in the reader's language. */
export function LegalArticle({ kind }: { kind: keyof typeof LEGAL_TEXTS }) {
  const t = usePhrases(legalPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const { title, date, intro, sections } = LEGAL_TEXTS[kind][language]
  useEffect(() => {
    document.title = `${title} · Tessera`
  }, [title])
  return (
    <article className="t-legal">
      <h1 className="t-form-title">{title}</h1>
      <p className="t-soft">
        <time dateTime={date}>{t('asOf', { date: format.date(new Date(`${date}T00:00`)) })}</time>
      </p>
      {intro.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <nav aria-label={t('contents')} className="t-plain-links">
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section) => (
        <Section key={section.id} {...section} />
      ))}
      <p className="t-plain-links">
        <AppLink to={paths.home()}>{t('back')}</AppLink>
      </p>
    </article>
  )
}

function Section({ id, title, paragraphs = [], points = [] }: LegalSection) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
