import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exported, exportedFile, exportedText } from './export-schemas.ts'

test.each(Object.entries(exported))(
  'generates engine/%s from the contract (else run tools/export-schemas.ts)',
  (name, content) => {
    expect(readFileSync(exportedFile(name), 'utf8')).toBe(exportedText(content))
  },
)
