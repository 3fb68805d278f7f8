import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium, { setupLambdaEnvironment } from '@sparticuz/chromium'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of a Chromium or Chrome: an installed one, or else the one in an npm package, so that tests need
 * no other download.
 */
export async function browserPath(): Promise<string> {
  const found = process.env.E2E_BROWSER === 'package' ? undefined : INSTALLED.find((path) => existsSync(path))
  return found ?? packagedBrowser()
}

async function packagedBrowser(): Promise<string> {
  const path = await chromium.executablePath()
  if (!spawnSync('ldd', [path], { encoding: 'utf8' }).stdout?.includes('not found')) return path
  // A machine without a desktop lacks the library NSS. The npm package contains NSS, but unpacks it only on AWS Lambda.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  await chromium.executablePath()
  setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'))
  return path
}
