export * from './forget.ts'
export { presentInferenceCard } from './present.ts'
export { listInferences } from './queries.ts'
export * from './routes.ts'
