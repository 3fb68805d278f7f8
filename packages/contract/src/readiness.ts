import { z } from 'zod'

export const Readiness = z.object({ data: z.boolean(), environment: z.boolean() })
export type Readiness = z.infer<typeof Readiness>
