export { framePages } from './pages.ts'
