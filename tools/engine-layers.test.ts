import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findUpwardImports } from './engine-layers.ts'
import { engineDir } from './places.ts'

let source: string
beforeEach(() => {
  source = mkdtempSync(join(tmpdir(), 'tessera-layers-'))
})
afterEach(() => rmSync(source, { recursive: true, force: true }))

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true })
    writeFileSync(join(source, path), text)
  }
}

test('imports only lower layers in each package of the engine', () => {
  expect(findUpwardImports(join(engineDir, 'engine'))).toEqual([])
})

test('finds imports of a higher layer within functions and for types, and packages without a layer', () => {
  write({
    'data/a.py': 'def net():\n    from engine.export.onnx_file import file_of\n',
    'data/b.py': 'if TYPE_CHECKING:\n    from engine.run.driver import Driver\n',
    'data/c.py': 'from engine import progress, run\nfrom engine.errors import E\nimport engine.data.a\n',
    'export/d.py': 'from engine.data.a import net\n',
    'extras/e.py': '',
  })
  expect(findUpwardImports(source, ['errors', 'progress', 'data', 'export', 'run'])).toEqual([
    'data/a.py: data imports export, which is a layer above it',
    'data/b.py: data imports run, which is a layer above it',
    'data/c.py: data imports run, which is a layer above it',
    'extras/e.py: extras has no layer in tools/engine-layers.ts',
  ])
})
