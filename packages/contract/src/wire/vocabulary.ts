import { z } from 'zod'
import { Readiness } from '../readiness.ts'
import type { RunPhase } from '../run.ts'
import { coded } from './codec.ts'

/** Codecs between the codes of the API and internal words. Each code is defined only here. */
export const WireVisibility = coded({ public: ['0'], 'invite-only': ['1'], private: ['2'] })
export const WireResearchType = coded({ federated: [1], independent: [2] })
export const WireTaskRole = coded({ initiator: ['guest'], participant: ['host'] })
export const WireRegistrationStatus = coded({
  applying: [0],
  joined: [1],
  rejected: [2],
  left: [3],
  invited: [4],
  declined: [5],
})
/** The codes of `recruitStatus` for a training task, by the phase of its run. */
export const TRAINING_CODES: Partial<Record<RunPhase, number>> = { submitted: 1, queued: 7, waiting: 8, running: 6 }
/**
 * In the specification, 5 is "cancelled", and 2 ("submit failed") is read as failed. Training is 6; its phases are 1, 7
 * and 8.
 */
export const WireTaskStatus = coded({
  recruiting: [0],
  training: [6, 1, 7, 8],
  completed: [3],
  failed: [4, 2],
  stopped: [5],
  disbanded: [9],
})
export const WireSharing = coded({ person: ['PERSON'], department: ['OFFICE'], party: ['ORG'] })
export const WireAlgorithmKind = coded({ horizontal: [1], vertical: [2], local: [4], service: [5] })
export const WireInferenceStatus = coded({
  creating: ['CREATING'],
  created: ['CREATED'],
  running: ['INFERENCEING', 'INFERENCE'],
  completed: ['COMPLETED'],
  failed: ['FAILED'],
})
export const WireCodePurpose = coded({ login: ['0'], register: ['1'], reset: ['2'] })
export const WireSubject = coded({
  task: ['recruit'],
  registration: ['regist'],
  'join-request': ['partyJoin'],
  party: ['party'],
  system: ['sys'],
})
export const WireJoinStatus = coded({ waiting: [0], approved: [1], rejected: [2], withdrawn: [3] })
export const WireRemind = coded({ initiator: ['recruit'], participant: ['regist'] })
export const WireCardType = coded({ train: ['TRAIN'], inference: ['INFERENCE'] })
export const WireReview = coded({ approve: ['1'], reject: ['2'] })

/** In the API, `envStatus` combines two facts in one number; internally they are separate. */
export const WireReadiness = z.codec(z.literal([1, 2, 3, 4]), Readiness, {
  decode: (code) => ({ data: code === 1 || code === 4, environment: code <= 2 }),
  encode: ({ data, environment }) => (data ? (environment ? 1 : 4) : environment ? 2 : 3),
})
