import { defineConfig } from '@playwright/test'
import { limit } from '../tools/testing/limits.ts'
import { browserPath } from './browser.ts'
import { demoUrl } from './demo.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './start-demo.ts',
  timeout: limit(300_000),
  expect: { timeout: limit(60_000) },
  // All journeys share one demo, and the CI machine has two cores.
  workers: 1,
  // Each failed journey waits for its limits. More than five failures would exceed the time limit of CI.
  maxFailures: 5,
  outputDir: './test-results',
  use: {
    baseURL: demoUrl,
    actionTimeout: limit(60_000),
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Disables animations, during which axe or a click could find an element in an intermediate state.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: await browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Replaces Playwright's own list of disabled features, which disables storage partitioning: a frame of the edge
        // would share its storage with the edge's own pages. In users' browsers, both are separate and have different
        // keys.
        '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate',
      ],
    },
  },
})
