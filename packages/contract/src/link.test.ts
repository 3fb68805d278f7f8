import { expect, test } from 'vitest'
import { enrolmentText, readEnrolment } from './link.ts'

const fingerprint = 'Ps6xZwQ-GT1JLw4bsythwjuA627rp-g18BRQRDCEpg_'

test.each([
  { code: 'a-B_9', platformUrl: 'https://tessera.example.org' },
  { code: '-x', platformUrl: 'https://[2001:db8::7]:8443', rootFingerprint: fingerprint },
  { code: 'c', platformUrl: 'http://127.0.0.1:8080' },
  { code: 'c', platformUrl: 'https://example.org/tessera', rootFingerprint: fingerprint },
])(
  'writes an enrolment as one word that can be read again: %o',
  { meta: { spec: 'calls.enrolment-root-certificate' } },
  (enrolment) => {
    const text = enrolmentText(enrolment)
    expect(text).not.toMatch(/[\s#$&;|<>()'"\\*?!`~]/)
    expect(readEnrolment(text)).toEqual({ rootFingerprint: undefined, ...enrolment })
    expect(readEnrolment(` ${text}\n`)).toEqual({ rootFingerprint: undefined, ...enrolment })
  },
)

test('drops a slash at the end of the platform’s address in an enrolment', () => {
  expect(enrolmentText({ code: 'c', platformUrl: 'https://a.example/' })).toBe('c@https://a.example')
})

test.each([
  '',
  'code',
  '@https://a.example',
  'code@ftp://a.example',
  'code@https://',
  'code@https://a.example,sha256=short',
])('rejects the enrolment %s', (text) => expect(readEnrolment(text)).toBeUndefined())
