import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from './migrate.ts'

/**
 * Writes the next migration from the changes of the table files: `node db/generate.ts <name>`. Databases in use need a
 * migration for every change.
 */
const name = process.argv[2]
if (!name) throw new Error('name the migration in a word or two')
execFileSync('drizzle-kit', ['generate', '--name', name], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
})
// The same tables produce the same migration files, at any time and on any machine.
const steps = readdirSync(join(MIGRATIONS, 'meta')).filter((file) => file.endsWith('_snapshot.json'))
pin('_journal.json', /"when": \d+/g, '"when": 0')
pin(
  `${String(steps.length - 1).padStart(4, '0')}_snapshot.json`,
  /"id": "[0-9a-f-]+"/,
  `"id": "00000000-0000-0000-0000-${String(steps.length).padStart(12, '0')}"`,
)

function pin(file: string, changing: RegExp, fixed: string) {
  const path = join(MIGRATIONS, 'meta', file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(changing, fixed))
}
