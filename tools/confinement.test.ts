import { expect, test } from 'vitest'
import { confinementOf } from './confinement.ts'

test.each([
  ['macOS', 'darwin', {}, 'off'],
  ['macOS, set to nothing', 'darwin', { TESSERA_SANDBOX: '' }, 'off'],
  ['macOS, switched off already', 'darwin', { TESSERA_SANDBOX: 'off' }, 'off'],
  ['Linux, switched off', 'linux', { TESSERA_SANDBOX: 'off' }, 'off'],
  ['Linux', 'linux', {}, undefined],
  ['macOS, where somebody insists', 'darwin', { TESSERA_SANDBOX: 'on' }, 'on'],
] as const)(
  'reports on %s which protections do not apply in a demo without a sandbox',
  (_where, platform, env, expected) => {
    const { setting, warning } = confinementOf(platform, env)
    expect(setting).toBe(expected)
    if (expected === 'off')
      expect(warning).toMatch(/TESSERA_SANDBOX=off.*read whatever your user can read.*connect anywhere/)
    else expect(warning).toBeUndefined()
  },
)
