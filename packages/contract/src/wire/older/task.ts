import type { RunPhase } from '../../run.ts'
import type { Extra } from '../codec.ts'
import { TRAINING_CODES } from '../vocabulary.ts'

const statusOf = ({ recruitStatus, phase }: Record<string, unknown>) =>
  recruitStatus === 6 ? (TRAINING_CODES[phase as RunPhase] ?? recruitStatus) : recruitStatus

/** Writes the phase of a run as one of several codes for the status "training". */
export const statusWithPhase: Extra = { write: (body) => ({ recruitStatus: statusOf(body) }) }

export const cardStatus: Extra = {
  write: (body) => ({
    recruitStatus: statusOf(body),
    jobStatus: statusOf(body),
    // An inference task always belongs to the reader's own party.
    inferenceRole: body.type === 'INFERENCE' ? 'GUEST' : null,
  }),
}

/** Adds a registration's id under its second name. */
export const registrationId: Extra = { write: ({ id }) => ({ registId: id }) }
