import { defineConfig } from '@playwright/test'
import { limit } from '../tools/testing/limits.ts'
import config from './playwright.config.ts'

export default defineConfig(config, { testMatch: ['screenshots.ts', 'tour.ts'], timeout: limit(1_800_000) })
