import { expect, test } from 'vitest'
import { translate } from '../../lib/i18n.ts'
import { sentenceOf } from './ActivityLog.tsx'
import { phrases } from './phrases.ts'

test.each([
  ['en', { missionName: 'Hearts', partyName: 'First' }, 'Ann of First used it for “Hearts”.'],
  ['en', {}, 'Ann used it in a task that is not public.'],
  ['en', { jobName: '', modelName: 'Hearts' }, 'Ann used it once, without saving an inference task.'],
  ['cn', {}, 'Ann在未公开的任务中使用了它。'],
] as const)('describes the use of a resource without a public task (%s, %s)', (language, content, sentence) => {
  const entry = { opType: 'use', content, createdBy: 'Ann', createTime: new Date() }
  expect(sentenceOf(entry, (key, params) => translate(phrases, key, params, language))).toBe(sentence)
})
