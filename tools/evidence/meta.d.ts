import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Clauses of the specification that the test proves: rows of docs/coverage.md. */
    spec?: string | string[]
    /** Claims that the test proves: rows of docs/trust.md. */
    claim?: string | string[]
  }
}
