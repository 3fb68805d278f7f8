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
          // Tests with real processes and databases wait for them; a busy machine may need a second attempt.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
    maxWorkers: 2,
  },
})
