export * from './check-parameters.ts'
export * from './library.ts'
export * from './manifest.ts'
