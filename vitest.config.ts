import { configDefaults, defineConfig } from 'vitest/config'
import { LONG, NODE_PROJECTS } from './tools/testing/projects.ts'

/** Such a test lies beside what it tests, wherever that is; `make test` leaves it to ONLY=long. */
const LONG_TESTS = '**/*.long.test.ts'

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
    testTimeout: 30_000,
    // Some write models first, half a minute of a core that others use too.
    hookTimeout: 180_000,
    // What is waited for comes late on a busy machine; a second said so of a mail.
    expect: { poll: { timeout: 15_000 } },
  },
})

export default defineConfig({
  test: {
    globalSetup: './packages/inference/src/testing/written-models.ts',
    projects: [
      ...Object.entries(NODE_PROJECTS).map(([name, folder]) => onNode(name, `${folder}/**/*.test.ts`, [LONG_TESTS])),
      onNode(LONG, LONG_TESTS),
      './apps/web/vite.config.ts',
    ],
  },
})
