import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

export default defineConfig(config, { testMatch: ['screenshots.ts', 'tour.ts'], timeout: 1_800_000 })
