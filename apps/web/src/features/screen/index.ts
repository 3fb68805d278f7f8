export { BigScreen } from './BigScreen.tsx'
export { HomePicture } from './HomePicture.tsx'
export type { ScreenWords } from './words.ts'
