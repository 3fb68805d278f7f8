export { type DescribedServer, openApiDocument } from './document.ts'
export { serveOpenApi } from './serve.ts'
