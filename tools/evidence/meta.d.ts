import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the clauses of the specification that the test proves, as in docs/evidence/coverage.md. */
    spec?: string | string[]
    /** Ids of the security claims that the test proves, as in docs/evidence/trust.md. */
    claim?: string | string[]
  }
}
