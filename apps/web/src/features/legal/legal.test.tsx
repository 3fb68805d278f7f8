import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { renderPage } from '../../testing/world.tsx'
import { LegalArticle } from './LegalArticle.tsx'
import type { LegalText } from './legal-text.ts'
import { LEGAL_TEXTS } from './texts.ts'

const shapeOf = ({ date, intro, sections }: LegalText) => ({
  date,
  intro: intro.length,
  sections: sections.map(({ id, paragraphs = [], points = [] }) => [id, paragraphs.length, points.length]),
})

test.each(Object.entries(LEGAL_TEXTS))(
  '%s has the same sections in both languages',
  { meta: { spec: 'screens.terms-and-privacy' } },
  (_kind, { en, cn }) => {
    expect(shapeOf(cn)).toEqual(shapeOf(en))
  },
)

test.each(Object.entries(LEGAL_TEXTS))('%s contains no words of the other language', (_kind, { en, cn }) => {
  expect(JSON.stringify(en)).not.toMatch(/[\u4e00-\u9fff]/)
  const words = JSON.stringify(cn, ['title', 'intro', 'sections', 'paragraphs', 'points']).match(/[A-Za-z]{3,}/g) ?? []
  const known = ['Tessera', 'Python', 'Cookie', 'TLS', 'argon', 'title', 'intro', 'sections', 'paragraphs', 'points']
  expect(words.filter((word) => !known.includes(word))).toEqual([])
})

test.each(['10 minutes', '12 hours', '24 hours'])(
  'states the period in the privacy notice: %s',
  { meta: { spec: 'screens.terms-and-privacy' } },
  (period) => {
    expect(JSON.stringify(LEGAL_TEXTS.privacy.en)).toContain(period)
  },
)

test('links every section of a legal text from the contents, in both languages', {
  meta: { spec: 'screens.terms-and-privacy' },
}, async () => {
  renderPage(<LegalArticle kind="privacy" />, { language: 'en' })
  await screen.findByRole('heading', { level: 1, name: 'Privacy notice' })
  for (const link of screen.getByRole('navigation', { name: 'Contents' }).querySelectorAll('a')) {
    const section = document.querySelector(link.getAttribute('href') ?? '')
    expect(section?.querySelector('h2')?.textContent).toBe(link.textContent)
  }
  act(() => setLanguage('cn'))
  expect(screen.getByRole('heading', { level: 1, name: '隐私说明' })).toBeTruthy()
  expect(document.title).toBe('隐私说明 · Tessera')
})
