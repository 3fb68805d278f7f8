export { LegalArticle } from './LegalArticle.tsx'
