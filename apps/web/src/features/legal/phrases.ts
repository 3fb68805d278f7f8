import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

export const legalPhrases = { en, cn }
