// Limits that texts state and servers enforce: both use the same number.

/** Lifetime of a verification code. */
export const CODE_MINUTES = 10
/** A session ends after this time without use. */
export const SESSION_IDLE_HOURS = 12
/** How long the platform stores what a user enters for a prediction. */
export const INPUT_HOURS = 24
export const NOTICE_DAYS = { read: 90, unread: 180 } as const
/** Maximum number of pictures that are predicted at once, and their total size. */
export const PICTURES_AT_ONCE = { most: 20, megabytes: 10 } as const
/** Lifetime of a token that leads to the smart market. */
export const MARKET_TOKEN_SECONDS = 60
/** Maximum length of a text that is translated at once. */
export const TRANSLATION_CHARACTERS = 500
export const PARTY_INVITE_DAYS = 10
export const TASK_INVITE_DAYS = 7
/** How long a party that declined cannot be invited to the same task again. */
export const DECLINED_HOURS = 24
/** Maximum characters of a task's name and description. */
export const TASK_LIMITS = { name: 20, description: 300 } as const
/** Maximum size of the picture of a party, task or user. */
export const PICTURE_MEGABYTES = 3
/** Lifetime of a token for the WebSocket. */
export const SOCKET_TOKEN_SECONDS = 30
/** Lifetime of a passkey's challenge. */
export const CHALLENGE_MINUTES = 5
/** How long a user may take at the organisation's identity provider after an edge has redirected them. */
export const PROVIDER_LOGIN_MINUTES = 10
/**
 * An edge's machine is unhealthy below this share of free memory, below this free disk space, or above this share of
 * all processes.
 */
export const MACHINE_BOUNDS = { freeMemoryPercent: 5, freeDiskGigabytes: 1, processPercent: 90 } as const
/** How long a run waits for an offline party by default, and the bounds of this setting in a plan. */
export const WAIT_MINUTES = 10
/** How long an edge stores rows that a signer deleted; until then they can be restored. */
export const DELETED_ROWS_DAYS = 7
/** Lifetime of an edge's signed approval that another edge replaces it. */
export const HANDOVER_HOURS = 24
/** Lifetime of a program's own key: the default and the maximum. */
export const MACHINE_KEY_DAYS = { usual: 90, most: 365 } as const
export const WAIT_BOUNDS = { least: 1, most: 60 } as const
/** A worker that gives no sign of life for this time is reported. */
export const WORKER_SILENT_SECONDS = 30
/**
 * Free space to reserve on an edge's disk, so that tickets, the log and the outbox can still be written, and on the
 * platform's, so that runs can.
 */
export const KEPT_FREE_MEGABYTES = { edge: 256, platform: 64 } as const
/** Lifetime of a token for a picture of a row. */
export const PICTURE_TOKEN_MINUTES = 5
