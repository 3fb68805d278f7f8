import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LIMITS } from '../../tools/testing/limits.ts'
import { compressed, withoutDescriptions } from './vite.plugins.ts'

const platform = process.env.TESSERA_PLATFORM ?? 'http://127.0.0.1:8080'
const prefix = process.env.VITE_API_PREFIX ?? '/jeecg-boot'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(), withoutDescriptions()],
  server: {
    host: '127.0.0.1',
    proxy: { [prefix]: { target: platform, ws: true }, '/docs/': { target: platform } },
  },
  build: {
    outDir: 'dist',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'router', test: /node_modules\/(@tanstack|zod)\//, priority: 2 },
            // Everything else that the log-in page needs, in one file, because each further file costs a kilobyte of headers.
            { name: 'login', test: /src\/(main|app\/pages\/LoginPage)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../tools/testing/patient-waits.ts', 'src/testing/setup.ts'],
    testTimeout: LIMITS.test,
    hookTimeout: LIMITS.hook,
    expect: { poll: { timeout: LIMITS.wait } },
    // Testing Library's waits read this limit (`testing/setup.ts`).
    provide: { waitMs: LIMITS.wait },
    css: false,
    maxWorkers: 2,
    // Ant Design and React are read once per worker instead of once per file, which halves the time. Tests clean up.
    isolate: false,
  },
})
