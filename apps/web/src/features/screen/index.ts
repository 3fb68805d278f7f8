export { BigScreen, type ScreenWords } from './BigScreen.tsx'
export { HomePicture } from './HomePicture.tsx'
