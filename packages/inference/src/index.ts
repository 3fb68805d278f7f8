export * from './model.ts'
export * from './runtime.ts'
