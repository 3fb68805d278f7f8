import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

/** Texts of the log-in page, in their own module so that the page loads no other texts. */
export const loginPhrases = { en, cn }
