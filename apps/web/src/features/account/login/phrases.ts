import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

/** Of the page to log in, which waits for no others. */
export const loginPhrases = { en, cn }
