import { cn as privacyCn } from './privacy.cn.ts'
import { en as privacyEn } from './privacy.en.ts'
import { cn as termsCn } from './terms.cn.ts'
import { en as termsEn } from './terms.en.ts'

export const LEGAL_TEXTS = {
  terms: { en: termsEn, cn: termsCn },
  privacy: { en: privacyEn, cn: privacyCn },
}
