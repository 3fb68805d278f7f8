import { z } from 'zod'
import { EdgeTask, EnrolAnswer } from '../link.ts'
import { renamed } from './codec.ts'

const partyName = { partyName: { cn: 'partyName', en: 'partyNameEn' } } as const

export const WireEnrolAnswer = renamed(EnrolAnswer.shape, partyName)

const identity = { ...EnrolAnswer.shape, platformUrl: z.string(), codeHash: z.string() }
/** An edge's identity, which it received when it enrolled, in the form in which the edge stores it. */
export const WireIdentity = renamed(identity, partyName)
export type Identity = z.output<typeof WireIdentity>

export const WireEdgeTask = renamed(
  {
    ...EdgeTask.shape,
    parties: z.array(renamed(EdgeTask.shape.parties.element.shape, { name: { cn: 'name', en: 'nameEn' } })),
  },
  { initiatorName: { cn: 'initiatorName', en: 'initiatorNameEn' } },
)
