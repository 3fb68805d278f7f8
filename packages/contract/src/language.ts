import { z } from 'zod'

/** The languages in which every text is available. */
export const LANGUAGES = ['cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const BilingualText = z.object({ cn: z.string(), en: z.string() })
export type BilingualText = z.infer<typeof BilingualText>

/**
 * Returns the language of an `Accept-Language` header: English if it begins with `en`, otherwise Chinese, the product's
 * default.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trim().toLowerCase().startsWith('en') ? 'en' : 'cn'
}
