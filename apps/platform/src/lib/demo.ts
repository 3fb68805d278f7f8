/** What the platform and the demo (`tools/demo.ts`) share. */

/** Published in the README. */
export const DEMO_PASSWORD = 'Tessera@2026'
/** Header with the secret of the demo's start, which only its own platform has (`DEMO_SECRET`). */
export const DEMO_HEADER = 'x-tessera-demo'
