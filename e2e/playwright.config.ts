import { defineConfig } from '@playwright/test'
import { limit } from '../tools/testing/limits.ts'
import { browserPath } from './browser.ts'
import { demoUrl } from './demo.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './start-demo.ts',
  timeout: limit(300_000),
  expect: { timeout: limit(60_000) },
  // One demo serves all journeys, and the machine has two cores.
  workers: 1,
  // Each failed journey waits long before it fails; more of them would exceed CI's limit.
  maxFailures: 5,
  outputDir: './test-results',
  use: {
    baseURL: demoUrl,
    actionTimeout: limit(60_000),
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Animations would make axe or a click see an element halfway.
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
        // Replaces Playwright's own list, which makes browsers store a frame's data with that of its page. Users'
        // browsers separate them, and a frame of the edge has another key than the edge's own pages.
        '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate',
      ],
    },
  },
})
