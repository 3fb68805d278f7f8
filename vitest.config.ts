import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'packages/**/*.test.ts',
            'apps/platform/**/*.test.ts',
            'apps/edge/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          environment: 'node',
          // A project does not inherit this, and without it leaves one core idle.
          maxWorkers: 2,
          // The platform's sources are read once per worker, not once per file: a quarter of the processor's time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
