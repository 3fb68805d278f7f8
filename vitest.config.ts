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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
