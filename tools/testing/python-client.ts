import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { python, root } from '../places.ts'

const guide = readFileSync(join(root, 'docs', 'guides', 'calling-the-api.md'), 'utf8')
const blocksIn = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)

/** The packages that the guide installs. Tests use the versions of the engine's lock file. */
export const installed = /^pip install (.+)$/m.exec(guide)?.[1]?.split(' ') ?? []
const generating = blocksIn('sh').flatMap((block) => block.match(/^openapi-python-client .+$/gm) ?? [])

/**
 * Follows docs/guides/calling-the-api.md in a new folder: generates the clients from the checked-in OpenAPI documents,
 * and saves the guide's program. The caller must remove the folder.
 */
export function followGuide() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-python-client-'))
  const env = { ...process.env, PATH: `${dirname(python)}${delimiter}${process.env.PATH}` }
  symlinkSync(join(root, 'docs'), join(folder, 'docs'))
  const [program = ''] = blocksIn('python')
  writeFileSync(join(folder, 'upload_and_read.py'), program)

  function run(command: string, args: string[], options: { input?: string; env?: Record<string, string> } = {}) {
    const { input = '' } = options
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      env: { ...env, ...options.env },
      encoding: 'utf8',
      input,
    })
    return { status, output: stdout + stderr }
  }

  return {
    folder,
    generate: () => generating.map((command) => run('sh', ['-c', command])),
    /** Runs the guide's program with these arguments, and answers its prompt. */
    runProgram: (args: string[], password: string, answer: string) =>
      run(python, ['upload_and_read.py', ...args], { input: `${answer}\n`, env: { TESSERA_PASSWORD: password } }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
