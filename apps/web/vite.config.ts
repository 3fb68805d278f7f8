import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LIMITS } from '../../tools/testing/limits.ts'
import { packed } from './vite.packed.ts'

const platform = process.env.TESSERA_PLATFORM ?? 'http://127.0.0.1:8080'
const prefix = process.env.VITE_API_PREFIX ?? '/jeecg-boot'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), packed()],
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
            // All that the page to log in needs besides, and no more: each file of its own would cost a kilobyte of headers.
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
    // Testing Library's waits take it from here (`testing/setup.ts`).
    provide: { waitMs: LIMITS.wait },
    css: false,
    maxWorkers: 2,
    // Ant Design and React are read once per worker, not once per file: half of the time. Tests leave nothing behind.
    isolate: false,
  },
})
