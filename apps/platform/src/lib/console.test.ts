import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeOn } from '../testing/index.ts'

const WEB_DIR = mkdtempSync(join(tmpdir(), 'tessera-web-'))
writeFileSync(join(WEB_DIR, 'index.html'), '<title>console</title>')
writeFileSync(join(WEB_DIR, 'mark.svg'), '<svg/>')

describe('the console', () => {
  describeOn(
    'embedded',
    'served',
    (world) => {
      const open = (url: string, accept = 'text/html') => world().app.inject({ url, headers: { accept } })

      test.each(['/', '/login', '/mytask/mytaskDetail?id=1'])('%s is the page', async (url) => {
        const answer = await open(url)
        expect([answer.statusCode, answer.body]).toEqual([200, '<title>console</title>'])
        expect(answer.headers['cache-control']).toBe('no-cache')
      })

      test.each(['/jeecg-boot/no/such', '/edge/no-such', '/missing.js', '/../settings.ts'])(
        '%s is not',
        async (url) => {
          expect((await open(url)).statusCode).toBe(404)
        },
      )

      test('files are files, and a program that asks for no page gets none', async () => {
        expect((await open('/mark.svg')).body).toBe('<svg/>')
        expect((await open('/mytask', 'application/json')).statusCode).toBe(404)
      })
    },
    { WEB_DIR },
  )
})
