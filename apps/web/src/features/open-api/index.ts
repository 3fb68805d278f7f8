export { OpenApiReference } from './OpenApiReference.tsx'
