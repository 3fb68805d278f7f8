import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exported, exportedFile, exportedText } from './export-schemas.ts'

test.each(Object.entries(exported))(
  'engine/%s is what the contract says (else run tools/export-schemas.ts)',
  (name, content) => {
    expect(readFileSync(exportedFile(name), 'utf8')).toBe(exportedText(content))
  },
)
