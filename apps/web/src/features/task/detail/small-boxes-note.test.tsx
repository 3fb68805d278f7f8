import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/world.tsx'
import { MAX_SIDE } from '../small-boxes.ts'
import { SmallBoxesNote } from './SmallBoxesNote.tsx'

const classRows = { classes: [{ name: 'mite', rows: 60, parties: 2, boxSide: 5 }], parties: 2, missing: 0 }
const textAt = async (side: number, language: 'en' | 'cn') => {
  renderPage(<SmallBoxesNote classRows={classRows} parameters={{ side }} />, { language })
  return (await screen.findByRole('status')).textContent
}

test.each([
  ['en', 96, /hardly ever found: mite \(0 pixels\)\. Choose a larger side\.$/],
  ['en', MAX_SIDE, /hardly ever found: mite \(1 pixel\)\.$/],
  ['cn', 96, /很难检出：mite（0 像素）。请加大边长。$/],
  ['cn', MAX_SIDE, /很难检出：mite（1 像素）。$/],
] as const)(
  'advises a larger side of the input if boxes are small and there is one (%s, %s)',
  async (language, side, text) => {
    expect(await textAt(side, language)).toMatch(text)
  },
)
