import { PASSWORD } from '@tessera/contract'
import { expect, test } from 'vitest'
import { brokenRules } from './password-rules.ts'

test.each([
  ['', ['ruleLength', 'ruleLetter', 'ruleDigit', 'ruleSymbol', 'ruleNoSpace']],
  ['abc', ['ruleLength', 'ruleDigit', 'ruleSymbol']],
  ['Tessera2026', ['ruleSymbol']],
  ['Tessera-2026', ['ruleSymbol']],
  ['Tessera@@@@', ['ruleDigit']],
  ['20262026@', ['ruleLetter']],
  ['Tes @2026', ['ruleNoSpace']],
  ['Tessera@2026Tessera', ['ruleLength']],
  ['Tessera@2026', []],
  ['Te.12345', []],
  ['Tessera@20261234', []],
])(
  '%j breaks %j, as in the contract’s pattern',
  { meta: { spec: 'validation.password-strength' } },
  (password, broken) => {
    expect(brokenRules(password)).toEqual(broken)
    expect(PASSWORD.test(password)).toBe(broken.length === 0)
  },
)
