import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Clauses of the specification that the test proves: rows of docs/evidence/coverage.md. */
    spec?: string | string[]
    /** Claims that the test proves: rows of docs/evidence/trust.md. */
    claim?: string | string[]
  }
}
