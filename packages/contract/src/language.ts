import { z } from 'zod'

/** The languages of all texts. */
export const LANGUAGES = ['cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const BilingualText = z.object({ cn: z.string(), en: z.string() })
export type BilingualText = z.infer<typeof BilingualText>

/** Returns the language of `Accept-Language`: `en…` is English, everything else Chinese, the product's default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'cn'
}
