import { configDefaults, defineConfig } from 'vitest/config'
import { LIMITS } from './tools/testing/limits.ts'
import { LONG, NETWORKS, NODE_PROJECTS } from './tools/testing/projects.ts'

/** Such a test is stored beside the code that it tests, in any folder. `make test` runs it only with ONLY=long. */
const LONG_TESTS = '**/*.long.test.ts'
const NETWORK_TESTS = 'tools/{hardship,network}.long.test.ts'

const onNode = (name: string, include: string, exclude: string[] = []) => ({
  test: {
    name,
    include: [include],
    exclude: [...configDefaults.exclude, ...exclude],
    environment: 'node',
    // Projects do not inherit this setting, and without it Vitest leaves one core idle. All projects have the same
    // value, so that they run as one group, two files at a time regardless of their project.
    maxWorkers: 2,
    // The sources of a project are read once per worker instead of once per file, which saves a quarter of the
    // processor time.
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
