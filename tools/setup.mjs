// Installs missing packages and builds what is out of date. Written in plain JavaScript, because it runs on the
// machine's own Node (20 or newer) before the pinned Node is installed. Each step prints its duration; a failed step
// prints the reason and what to do.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamps = join(root, 'node_modules', '.tessera')
const NEEDED_GIGABYTES = Number(process.env.NEEDED_GB ?? 4)

const say = (text) => process.stdout.write(`${text}\n`)

class Trouble extends Error {}

/** Maximum time in which a registry must answer a first request. */
const ANSWER_SECONDS = 8
const PROXY = 'Behind a proxy set HTTPS_PROXY=http://<proxy>:<port>'

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return (
    readdirSync(path)
      .filter((name) => !['node_modules', 'dist', 'build', '__pycache__', 'tests'].includes(name))
      // Test files are not an input of a build.
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .sort()
      .flatMap((name) => filesUnder(join(path, name)))
  )
}

/**
 * Returns a hash over the content of these files. A step is skipped if the hash of its inputs is unchanged and its
 * output exists.
 */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(root, path)))) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

let current = null

/** Runs a command in its own process group, which ends when this process ends for any reason (run-step.mjs). */
function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const tail = []
    const child = spawn(process.execPath, [join(root, 'tools', 'run-step.mjs'), command, ...args], {
      cwd,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    current = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        tail.push(...String(chunk).split('\n').filter(Boolean))
        tail.splice(0, Math.max(0, tail.length - 40))
      })
    }
    child.on('exit', (code) => {
      current = null
      if (code === 0) return resolve()
      reject(new Trouble(`${command} ${args.join(' ')} failed (${code}):\n  ${tail.join('\n  ')}`))
    })
  })
}

/** Installs packages. First checks quickly whether the registry answers, because installers retry for many minutes. */
async function installFrom({ ask, install, installAlone, away }) {
  const answers = await ask().then(
    () => true,
    () => false,
  )
  if (answers) return install()
  return installAlone().catch((error) => {
    throw new Trouble(`${error.message}\n${away}`)
  })
}

async function step(name, { inputs, product, work, remedy }) {
  const stamp = join(stamps, name.replace(/\W+/g, '-'))
  const now = fingerprint(inputs)
  if (existsSync(join(root, product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  const start = Date.now()
  say(`… ${name}`)
  try {
    await work()
  } catch (error) {
    throw new Trouble(`${error.message}\n${remedy}`)
  }
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, now)
  say(`✓ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new Trouble(`Node ${process.versions.node} is too old. Install Node 20 or newer and run this again.`)
}

function checkDisk() {
  if (existsSync(join(root, 'node_modules', '.tessera')) && existsSync(join(root, '.venv'))) return
  const { bavail, bsize } = statfsSync(root)
  const free = (bavail * bsize) / 2 ** 30
  if (free < NEEDED_GIGABYTES) {
    throw new Trouble(
      `Only ${free.toFixed(1)} GB are free here; the installation needs ${NEEDED_GIGABYTES} GB. Free some and run this again, or say how much is enough: NEEDED_GB=3.`,
    )
  }
}

function findPython() {
  const candidates = [process.env.PYTHON, 'python3', 'python3.13', 'python3.12', 'python3.11'].filter(Boolean)
  const seen = []
  for (const python of candidates) {
    const result = spawnSync(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' })
    if (result.status !== 0) continue
    const version = result.stdout.trim()
    seen.push(`${python} is ${version}`)
    if (!['3.11', '3.12', '3.13'].includes(version)) continue
    if (spawnSync(python, ['-c', 'import ensurepip, venv']).status !== 0) {
      throw new Trouble(
        `${python} has no ensurepip. Install it (on Debian and Ubuntu: apt install python${version}-venv) and run this again.`,
      )
    }
    return python
  }
  throw new Trouble(
    `Python 3.11, 3.12 or 3.13 is needed${seen.length ? `; ${seen.join(', ')}` : ', and none was found'}. Install one, or name it: PYTHON=/path/to/python3.12 make demo`,
  )
}

const buildPages = (options) =>
  run(
    join(root, 'node_modules', '.bin', 'node'),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...options],
    { cwd: join(root, 'apps', 'web') },
  )

async function main() {
  checkNode()
  checkDisk()
  const python = existsSync(join(root, '.venv', 'bin', 'python')) ? null : findPython()
  const venvPython = join('.venv', 'bin', 'python')

  await step('JavaScript packages', {
    inputs: ['package-lock.json'],
    product: 'node_modules/.bin/tsc',
    // `npm ci` would fail if a registry lacks optional packages of other operating systems. With --no-save, npm
    // installs the versions of the lock file without changing it.
    work: () => {
      const patient = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
      const env = { ONNXRUNTIME_NODE_INSTALL: 'skip' }
      return installFrom({
        // Requests a small package, to check the registry.
        ask: () =>
          run('npm', ['view', 'wrappy', 'version', '--fetch-retries=0', `--fetch-timeout=${ANSWER_SECONDS}000`]),
        install: () => run('npm', ['install', ...patient], { env }),
        // Installs from npm's cache, which an earlier installation may have filled.
        installAlone: () => run('npm', ['install', ...patient, '--offline'], { env }),
        away: `The npm registry does not answer (npm config get registry says which). ${PROXY}, or name a mirror: npm config set registry <address>.`,
      })
    },
    remedy: 'Check the connection to the npm registry and the free disk space, then run this again.',
  })
  await step('Python environment', {
    inputs: ['engine/requirements.lock'],
    product: '.venv/bin/flower-superlink',
    work: async () => {
      if (python) await run(python, ['-m', 'venv', '.venv'])
      const pip = (...args) => run(venvPython, ['-m', 'pip', '--disable-pip-version-check', ...args])
      const impatient = (seconds) => ['--retries', '0', '--timeout', String(seconds)]
      // Lists all packages with hashes, so that pip accepts only the files that were tested.
      const requirements = ['--quiet', '--no-deps', '--require-hashes', '-r', 'engine/requirements.lock']
      await installFrom({
        ask: () => pip('index', 'versions', 'numpy', ...impatient(ANSWER_SECONDS)),
        install: () => pip('install', ...requirements),
        installAlone: () => pip('install', ...requirements, ...impatient(1)),
        away: `The Python package index does not answer (pip config list says which). ${PROXY}, or name a mirror: PIP_INDEX_URL=<address>.`,
      })
    },
    remedy: 'Check the connection to the Python package index and the free disk space, then run this again.',
  })
  await step('Algorithms', {
    inputs: ['engine/algorithms', 'engine/engine', 'engine/words.json', 'engine/requirements.txt'],
    product: 'engine/build/builds.json',
    work: () => run(venvPython, ['-m', 'engine.build', 'engine/build'], { env: { PYTHONPATH: join(root, 'engine') } }),
    remedy: 'This is a fault in the algorithm named above.',
  })
  await step('Console', {
    inputs: [
      'apps/web/src',
      'apps/web/index.html',
      'apps/web/public',
      'apps/web/vite.config.ts',
      'apps/web/vite.plugins.ts',
      'packages/contract/src',
      'package-lock.json',
    ],
    product: 'apps/web/dist/index.html',
    work: () => buildPages([]),
    remedy: 'This is a fault in the console named above.',
  })
  await step('Edge pages', {
    inputs: [
      'apps/web/src',
      'apps/web/edge-pages.html',
      'apps/web/public',
      'apps/web/vite.edge-pages.config.ts',
      'apps/web/vite.plugins.ts',
      'packages/contract/src',
      'package-lock.json',
    ],
    product: 'apps/web/dist-edge-pages/edge-pages.html',
    work: () => buildPages(['--config', 'vite.edge-pages.config.ts']),
    remedy: "This is a fault in the edge's own pages named above.",
  })
}

// SIGINT, SIGTERM and SIGHUP end this process, and thereby the running step, whose group holds a pipe from this
// process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (current) process.kill(-current.pid, 'SIGKILL')
    say('Stopped. Run the same command again to go on.')
    process.exit(130)
  })
}

main().catch((error) => {
  process.stderr.write(`\n✗ ${error.message}\n`)
  process.exit(1)
})
