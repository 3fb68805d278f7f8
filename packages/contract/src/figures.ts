// Limits that servers enforce and texts state. Both use the same constants.

/** Lifetime of a verification code, in minutes. */
export const CODE_MINUTES = 10
/** Time without use after which a session ends. */
export const SESSION_IDLE_HOURS = 12
/** How long the platform stores what a user enters for a prediction. */
export const INPUT_HOURS = 24
export const NOTICE_DAYS = { read: 90, unread: 180 } as const
/** Maximum number of pictures that are predicted in one call, and their total size. */
export const PICTURES_AT_ONCE = { most: 20, megabytes: 10 } as const
/** Lifetime of a token that logs a user in to the smart market. */
export const MARKET_TOKEN_SECONDS = 60
/** Maximum length of a text that is translated in one call. */
export const TRANSLATION_CHARACTERS = 500
export const PARTY_INVITE_DAYS = 10
export const TASK_INVITE_DAYS = 7
/** Time for which a party that declined cannot be invited to the same task again. */
export const DECLINED_HOURS = 24
/** Maximum characters of a task's name and description. */
export const TASK_LIMITS = { name: 20, description: 300 } as const
/** Maximum size of the picture of a party, task or user. */
export const PICTURE_MEGABYTES = 3
/** Lifetime of a token that opens the WebSocket. */
export const SOCKET_TOKEN_SECONDS = 30
/** Lifetime of the challenge that a passkey signs. */
export const CHALLENGE_MINUTES = 5
/** Time that a user may take at the organisation's identity provider after an edge has redirected them there. */
export const PROVIDER_LOGIN_MINUTES = 10
/**
 * Bounds for the health of an edge's machine. It is unhealthy below this share of free memory, below this free disk
 * space, or if more than this share of the permitted processes is in use.
 */
export const MACHINE_BOUNDS = { freeMemoryPercent: 5, freeDiskGigabytes: 1, processPercent: 90 } as const
/** Time that a run waits for an offline party by default, and the bounds of this setting in a plan. */
export const WAIT_MINUTES = 10
/** Time for which an edge stores rows that a signer deleted. Until then, the rows can be restored. */
export const DELETED_ROWS_DAYS = 7
/** Lifetime of the approval that an edge signs for its successor. */
export const HANDOVER_HOURS = 24
/** Lifetime of the key of a program: the default and the maximum. */
export const MACHINE_KEY_DAYS = { usual: 90, most: 365 } as const
export const WAIT_BOUNDS = { least: 1, most: 60 } as const
/** Time without a sign of life after which a worker is reported as silent. */
export const WORKER_SILENT_SECONDS = 30
/**
 * Disk space that is kept free: on an edge's disk for tickets, the log and the outbox, and on the platform's disk for
 * runs.
 */
export const KEPT_FREE_MEGABYTES = { edge: 256, platform: 64 } as const
/** Lifetime of a token for viewing a picture of a row. */
export const PICTURE_TOKEN_MINUTES = 5
