// Figures that people are told: what a text says and what a server keeps to is one number.

/** How long a verification code is good. */
export const CODE_MINUTES = 10
/** A session ends when it was not used for so long. */
export const SESSION_IDLE_HOURS = 12
/** What somebody enters for a prediction at the platform is kept no longer. */
export const INPUT_HOURS = 24
export const NOTICE_DAYS = { read: 90, unread: 180 } as const
/** Pictures that are told at once, and how large they are together. */
export const PICTURES_AT_ONCE = { most: 20, megabytes: 10 } as const
/** How long a token that leads to the smart market is good. */
export const MARKET_TOKEN_SECONDS = 60
/** Of a text that is translated at once. */
export const TRANSLATION_CHARACTERS = 500
export const PARTY_INVITE_DAYS = 10
export const TASK_INVITE_DAYS = 7
/** How long a party that declined is not invited to the same task again. */
export const DECLINED_HOURS = 24
/** Of a picture that stands for a party, a task or a person. */
export const PICTURE_MEGABYTES = 3
/** How long a token for the WebSocket is good. */
export const SOCKET_TOKEN_SECONDS = 30
/** How long a passkey's challenge is good. */
export const CHALLENGE_MINUTES = 5
/** How long somebody may take at the house's identity provider, once an edge has sent them there. */
export const PROVIDER_LOGIN_MINUTES = 10
/** Below this share of free memory, this much free disk or over this share of all processes, an edge's machine is not well. */
export const MACHINE_BOUNDS = { freeMemoryPercent: 5, freeDiskGigabytes: 1, processPercent: 90 } as const
/** How long a run waits for a party that is away, unless its plan says otherwise, and within which bounds that may be. */
export const WAIT_MINUTES = 10
/** How long an edge keeps rows that a signer deleted: they can be brought back. */
export const DELETED_ROWS_DAYS = 7
/** How long an edge's word that another takes its place is good. */
export const HANDOVER_HOURS = 24
/** For how long a program's own key is good at the most, and unless a signer says otherwise. */
export const MACHINE_KEY_DAYS = { usual: 90, most: 365 } as const
export const WAIT_BOUNDS = { least: 1, most: 60 } as const
/** After so long without a sign of life from a worker it is said. */
export const WORKER_SILENT_SECONDS = 30
/** What must be free on an edge's disk, so that tickets, the log and the outbox can still be written, and on the platform's, so that runs can. */
export const KEPT_FREE_MEGABYTES = { edge: 256, platform: 64 } as const
/** How long the token opens a picture of a row. */
export const PICTURE_TOKEN_MINUTES = 5
