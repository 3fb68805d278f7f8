import { type Algorithm, fail, TRANSLATION_CHARACTERS } from '@tessera/contract'
import { z } from 'zod'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { sendGuarded } from '../../lib/guarded-request.ts'
import { limit } from '../../lib/limits.ts'

export const TRANSLATE = 'translate'
const TIMEOUT_MS = 10 * SECOND_MS
const A_MINUTE = 30
const Answer = z.object({ translatedText: z.string() })

type ServiceDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>

/**
 * Returns the entry of the translation service in the pool. No task trains with it, so the entry has neither code nor
 * parameters.
 */
export function presentTranslate(since: Date): Algorithm {
  return {
    id: TRANSLATE,
    kind: 'service',
    name: { cn: '翻译', en: 'Translation' },
    introduction: {
      cn: '把中文译成英文，把其他语言译成中文。',
      en: 'Translates Chinese into English, and any other language into Chinese.',
    },
    description: {
      cn: '文字发送到运营方配置的翻译服务，译文原样返回，本平台不保存原文和译文。',
      en: 'The text is sent to the service that the operator has set up, and its answer is shown as it comes. This platform keeps neither.',
    },
    remark: { cn: '请勿填写患者信息。', en: 'Enter nothing about patients.' },
    labelKinds: [],
    contentTypes: [],
    parameters: {},
    parameterDescriptions: [],
    codeHash: '',
    useCount: 0,
    createTime: since,
  }
}

/** Returns the service's URL, or fails if it does not exist or is not configured. */
function requireService({ settings }: Pick<Deps, 'settings'>, serviceId: string): URL {
  if (serviceId !== TRANSLATE) fail('algorithm.not-found')
  const base = settings.TRANSLATE_URL ?? fail('service.not-configured')
  return new URL(`${base.replace(/\/$/, '')}/translate`)
}

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/**
 * Translates with a service that has the API of LibreTranslate:
 * https://docs.libretranslate.com/api/operations/translate/
 */
export async function translate(
  deps: ServiceDeps,
  input: { serviceId: string; text: string },
  { userId }: { userId: string },
  timeoutMs = TIMEOUT_MS,
): Promise<{ source: string; target: string }> {
  const { settings, log } = deps
  const url = requireService(deps, input.serviceId)
  const text = input.text.trim()
  if (text === '' || [...text].length > TRANSLATION_CHARACTERS) {
    fail('service.text-length', { limit: TRANSLATION_CHARACTERS })
  }
  await limit(deps, `translate:${userId}`, A_MINUTE, MINUTE_MS)
  const query = {
    q: text,
    source: 'auto',
    target: isChinese(text) ? 'en' : 'zh',
    format: 'text',
    ...(settings.TRANSLATE_KEY && { api_key: settings.TRANSLATE_KEY }),
  }
  const guard = { mayBePrivate: settings.TRANSLATE_PRIVATE !== undefined, timeoutMs }
  const answer = await sendGuarded(url, query, guard, (err) => log.warn({ err }, 'the translation service failed'))
  const read = Answer.safeParse(answer)
  if (!read.success) return fail('service.failed')
  return { source: text, target: read.data.translatedText }
}
