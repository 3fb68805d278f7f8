export * from './check-model.ts'
export * from './runtime.ts'
