import { configDefaults, defineConfig } from 'vitest/config'
import { LIMITS } from './tools/testing/limits.ts'
import { LONG, NETWORKS, NODE_PROJECTS } from './tools/testing/projects.ts'

/** Such a test lies beside what it tests, wherever that is; `make test` leaves it to ONLY=long. */
const LONG_TESTS = '**/*.long.test.ts'
const NETWORK_TESTS = 'tools/{hardship,network}.long.test.ts'

const onNode = (name: string, include: string, exclude: string[] = []) => ({
  test: {
    name,
    include: [include],
    exclude: [...configDefaults.exclude, ...exclude],
    environment: 'node',
    // A project does not inherit this, and without it leaves one core idle. All have the same: then they run as one
    // group, two files at a time whichever project they are of.
    maxWorkers: 2,
    // A project's sources are read once per worker, not once per file: a quarter of the processor's time.
    isolate: false,
    testTimeout: name === LONG || name === NETWORKS ? LIMITS.long : LIMITS.test,
    hookTimeout: LIMITS.hook,
    expect: { poll: { timeout: LIMITS.wait } },
    setupFiles: ['./tools/testing/patient-waits.ts'],
  },
})

export default defineConfig({
  test: {
    globalSetup: './packages/inference/src/testing/written-models.ts',
    projects: [
      ...Object.entries(NODE_PROJECTS).map(([name, folder]) => onNode(name, `${folder}/**/*.test.ts`, [LONG_TESTS])),
      onNode(LONG, LONG_TESTS, [NETWORK_TESTS]),
      onNode(NETWORKS, NETWORK_TESTS),
      './apps/web/vite.config.ts',
    ],
  },
})
