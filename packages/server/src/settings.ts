import { z } from 'zod'

/** A setting from the environment variables: its type, its default and its purpose. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T
  about: string
}

export const setting = <T extends z.ZodType>(schema: T, about: string): Setting<T> => ({ schema, about })

export type Settings<T extends Record<string, Setting>> = { [K in keyof T]: z.output<T[K]['schema']> }

export class BadSettings extends Error {}

/** Error for a resource that a process needs and that may become available later, so that a restart can help. */
export class NotThere extends Error {}

/** Returns whether the message of an error is enough for the operator to fix it, so that no stack trace is needed. */
export const isPlain = (error: unknown): error is Error => error instanceof BadSettings || error instanceof NotThere

/** Exit status (EX_CONFIG) after which systemd does not restart the process, because a restart would not help. */
const BAD_SETTINGS = 78

/** Returns the exit status with which a process ends after this error. */
export const exitStatusOf = (error: unknown) => (error instanceof BadSettings ? BAD_SETTINGS : 1)

/** Returns the error that corresponds to the exit status of a process that could not start. */
export const errorOfExit = (status: number | null, message: string) =>
  status === BAD_SETTINGS ? new BadSettings(message) : new Error(message)

/**
 * Reads every setting of the table. Throws a single error that lists all invalid values and the purpose of each
 * setting.
 */
export function readSettings<T extends Record<string, Setting>>(
  table: T,
  env: NodeJS.ProcessEnv = process.env,
): Settings<T> {
  const bad: string[] = []
  const values = Object.entries(table).map(([name, { schema, about }]) => {
    const read = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (!read.success) bad.push(`${name}=${env[name] ?? ''}: ${read.error.issues[0]?.message} (${about})`)
    return [name, read.data]
  })
  if (bad.length) throw new BadSettings(`Settings that cannot be used:\n  ${bad.join('\n  ')}`)
  return Object.fromEntries(values) as Settings<T>
}

/** Setting: the path before every call. An empty value counts as not set; `/` means no prefix. */
export const prefix = z
  .string()
  .regex(/^(\/[\w.-]+)*\/?$/, 'must be / or begin with /')
  .transform((value) => value.replace(/\/$/, ''))
/** Setting: a comma-separated list. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
export const port = z.coerce.number().int().min(1).max(65_535)
/**
 * Returns whether a host is this machine. The pattern matches the whole name, because anyone can own `127.example.com`.
 */
export const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
