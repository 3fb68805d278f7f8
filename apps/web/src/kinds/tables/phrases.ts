import { cn } from './phrases.cn.ts'
import { en } from './phrases.en.ts'

export const tablePhrases = { en, cn }
