import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** What starts, stops and kills demos of its own: there is no common one. */
const { globalSetup: _demo, testIgnore: _signals, ...common } = config

export default defineConfig({ ...common, testDir: './signals', outputDir: './test-results/signals' })
