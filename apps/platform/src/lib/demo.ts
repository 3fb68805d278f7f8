/** Constants that the platform and the demo (`tools/demo.ts`) share. */

/** Password of the demo accounts, which is published in the README. */
export const DEMO_PASSWORD = 'Tessera@2026'
/**
 * Header with the secret (`DEMO_SECRET`) that proves that a request comes from the start of this platform's own demo.
 */
export const DEMO_HEADER = 'x-tessera-demo'
