import { BadSettings } from '@tessera/server'
import { expect, test } from 'vitest'
import { consoleOrigin, readPlatformSettings } from './settings.ts'

test('without anything set, it listens on loopback and keeps the wire prefix', () => {
  expect(readPlatformSettings({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1:8080',
    FLEET_PORT: 8084,
    PREFIX: '/jeecg-boot',
  })
})

test.each([
  ['', '/jeecg-boot'],
  ['/', ''],
  ['/api/v1/', '/api/v1'],
])('PREFIX=%s is %s', (value, prefix) => {
  expect(readPlatformSettings({ PREFIX: value }).PREFIX).toBe(prefix)
})

test('every bad value is named in one message', () => {
  const read = () => readPlatformSettings({ PORT: 'x', PREFIX: 'no-slash', LOG_LEVEL: 'loud' })
  expect(read).toThrow(BadSettings)
  expect(read).toThrow(/PORT=x[\s\S]*PREFIX=no-slash[\s\S]*LOG_LEVEL=loud/)
})

test.each([
  ['on loopback', {}, true],
  ['on localhost', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }, true],
  ['on every address', { HOST: '0.0.0.0' }, false],
  ['behind a public address', { PUBLIC_URL: 'https://tessera.example.org' }, false],
])('a fixed captcha answer %s', (_where, env, isTaken) => {
  const read = () => readPlatformSettings({ CAPTCHA_ANSWER: 'x', ...env })
  if (isTaken) expect(read().CAPTCHA_ANSWER).toBe('x')
  else expect(read).toThrow(/CAPTCHA_ANSWER/)
})

test('the origin of the console has no path', () => {
  const settings = readPlatformSettings({ PUBLIC_URL: 'https://tessera.example.org/console/' })
  expect(consoleOrigin(settings)).toBe('https://tessera.example.org')
})
