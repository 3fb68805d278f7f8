import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LAYERS } from './engine-layers.ts'
import { engineDir, python, root } from './places.ts'
import { stagesOf } from './testing/parts.ts'
import { readText } from './testing/sources.ts'

function pythonReference(...args: string[]) {
  const { status, stderr } = spawnSync(python, ['tools/python_reference.py', ...args], { cwd: root, encoding: 'utf8' })
  return { status, named: [...stderr.matchAll(/python\/(\S+) is not up to date/g)].map(([, name]) => name) }
}

test('has current pages in docs/reference/python (else run tools/python_reference.py)', () => {
  expect(pythonReference('--check')).toEqual({ status: 0, named: [] })
})

test('reports a page that is missing, differs from the docstrings, or has no package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-python-reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const all = pythonReference('--check', '--into', folder)
  expect(all.status).toBe(1)
  expect(all.named).toEqual(expect.arrayContaining(['README.md', 'privacy.md', 'protocols.md']))
  expect(pythonReference('--into', folder)).toEqual({ status: 0, named: [] })
  appendFileSync(join(folder, 'privacy.md'), 'An edit by hand.\n')
  writeFileSync(join(folder, 'removed.md'), '# engine.removed\n')
  expect(pythonReference('--check', '--into', folder)).toEqual({ status: 1, named: ['privacy.md', 'removed.md'] })
  expect(pythonReference('--into', folder)).toEqual({ status: 0, named: [] })
})

test('lists signature and docstring of public names, and neither private names nor code', () => {
  const page = readText('docs/reference/python/privacy.md')
  const method =
    '    def encode(self, values: Any, parties: int) -> np.ndarray:\n        """Return values [shape] as int64 [on_wire].'
  expect(page).toContain(method)
  expect(page).toContain('@dataclass(frozen=True)\nclass Term:\n    """One array of a sum')
  const pages = readdirSync(join(root, 'docs', 'reference', 'python')).map((name) =>
    readText(`docs/reference/python/${name}`),
  )
  for (const text of pages) expect(text).not.toMatch(/^ *(return .*|(if|for) .*:|def _(?!_).*|from \S+ import .*)$/m)
})

test('has a page for every package of the engine that algorithms import', () => {
  const algorithms = readdirSync(join(engineDir, 'algorithms'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.py'))
    .map((path) => readFileSync(join(engineDir, 'algorithms', path), 'utf8'))
  const used = new Set(
    algorithms.flatMap((text) => [...text.matchAll(/^from engine\.(\w+)/gm)].map(([, name]) => name)),
  )
  const index = readText('docs/reference/python/README.md')
  expect(used.size).toBeGreaterThan(4)
  expect([...used].filter((name) => !index.includes(`[engine.${name}]`))).toEqual([])
  const listed = [...index.matchAll(/\[engine\.(\w+)\]/g)].map(([, name = '']) => name)
  expect(listed).toEqual(LAYERS.filter((name) => listed.includes(name)))
})

test('includes the Python reference in the checks', () => {
  expect(stagesOf(['check']).map(({ args }) => args)).toContainEqual(['tools/python_reference.py', '--check'])
})
