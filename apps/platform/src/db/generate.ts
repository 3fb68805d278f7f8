import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from './migrate.ts'

/**
 * Writes the migrations from the table files. Until the first release there is one initial migration, made anew each
 * time; from then on remove the `rmSync`, as a database in use needs steps.
 */
rmSync(MIGRATIONS, { recursive: true, force: true })
execFileSync('drizzle-kit', ['generate', '--name', 'initial'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
})
// The same tables give the same files, whoever generates them and when.
pin('_journal.json', /"when": \d+/, '"when": 0')
pin('0000_snapshot.json', /"id": "[0-9a-f-]+"/, '"id": "00000000-0000-0000-0000-000000000001"')

function pin(file: string, changing: RegExp, fixed: string) {
  const path = join(MIGRATIONS, 'meta', file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(changing, fixed))
}
