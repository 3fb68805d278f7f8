export { checkApart } from './check-apart.ts'
export { MODEL_FILE_LIMITS, type ModelSignature } from './check-model.ts'
export * from './runtime.ts'
