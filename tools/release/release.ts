/**
 * `node tools/release/release.ts <version>` prepares a release, as "Making a release" in docs/guides/operating.md
 * explains. `--archive` only recreates the archive of the version in package.json.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareVersions } from '@tessera/contract'
import { readBuilds, VERSION } from '@tessera/server'
import { parseChangelog } from '../../apps/platform/src/features/home/changelog.ts'
import { engineDir, root } from '../places.ts'
import { archiveOf, pack } from './archive.ts'
import { backUpNewInstallation } from './installation.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * Throws unless this version can be released: no uncommitted changes, a higher version, and notes in both changelogs.
 */
function checkRelease(version: string) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version: write it as 2.7.0`)
  if (compareVersions(version, VERSION) < 0) throw new Error(`${version} is older than ${VERSION} in package.json`)
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (changes !== '') throw new Error(`Commit or remove these changes first:\n${changes}`)
  for (const file of ['CHANGELOG.md', 'CHANGELOG.cn.md']) {
    const [newest] = parseChangelog(read(file), file)
    if (newest?.version !== version)
      throw new Error(`${file} begins with ${newest?.version}: add the notes of ${version}`)
  }
}

/** Sets the version of the product and of its npm workspaces. */
function writeVersion(version: string) {
  const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { cwd: root, encoding: 'utf8' })
  for (const path of manifests.trim().split('\n')) {
    writeFileSync(join(root, path), read(path).replace(`"version": "${VERSION}"`, `"version": "${version}"`))
  }
  const lock = JSON.parse(read('package-lock.json'))
  lock.version = version
  for (const [path, entry] of Object.entries<{ version?: string }>(lock.packages)) {
    if (!path.includes('node_modules') && entry.version !== undefined) entry.version = version
  }
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  // Runs in its own process, because this process has loaded the previous version.
  execFileSync(process.execPath, [join(root, 'tools', 'export-open-api.ts')], { stdio: 'inherit' })
}

/**
 * Records the code hashes of this version's algorithms, so that later versions can name the version of a ticket's code.
 */
function writeCodeHashes(version: string) {
  const file = join(engineDir, 'releases.json')
  execFileSync(process.execPath, [join(root, 'tools', 'setup.mjs')], { stdio: 'inherit' })
  const builds = Object.entries(readBuilds(join(engineDir, 'build')))
  const hashes = builds.map(([id, { codeHash }]) => [id, codeHash])
  const releases = { ...JSON.parse(readFileSync(file, 'utf8')), [version]: Object.fromEntries(hashes) }
  writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`)
}

async function makeArchive(version: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-release-'))
  try {
    pack(await backUpNewInstallation(dataDir, say), archiveOf(version))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  say(`${archiveOf(version)}: ${statSync(archiveOf(version)).size} bytes`)
}

async function prepare(version: string) {
  if (version === '--archive') return makeArchive(VERSION)
  checkRelease(version)
  writeVersion(version)
  writeCodeHashes(version)
  await makeArchive(version)
  say(`Next: read the changes, commit them as "release: ${version}" and tag the commit v${version}.`)
}

const [version = ''] = process.argv.slice(2)
await prepare(version).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
