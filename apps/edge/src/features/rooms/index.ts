export { roomPages } from './pages.ts'
