import { z } from 'zod'

/** A setting from the environment: how it is read, what it is when absent, and what it is for. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T
  about: string
}

export const setting = <T extends z.ZodType>(schema: T, about: string): Setting<T> => ({ schema, about })

export type Settings<T extends Record<string, Setting>> = { [K in keyof T]: z.output<T[K]['schema']> }

export class BadSettings extends Error {}

/** What a process needs is not there now, and may be later: starting again may help. */
export class NotThere extends Error {}

/** What whoever starts a process can mend: the message says all of it, and a stack nothing. */
export const isPlain = (error: unknown): error is Error => error instanceof BadSettings || error instanceof NotThere

/** Starting again would change nothing, so systemd is told not to (EX_CONFIG). */
const BAD_SETTINGS = 78

/** The status a process ends with over this error. */
export const exitStatusOf = (error: unknown) => (error instanceof BadSettings ? BAD_SETTINGS : 1)

/** The error behind the status of a process that could not start. */
export const errorOfExit = (status: number | null, message: string) =>
  status === BAD_SETTINGS ? new BadSettings(message) : new Error(message)

/** Reads every setting of the table, or says in one message which values are bad and what each is for. */
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

/** Path before every call. An empty value counts as absent, so `/` stands for none. */
export const prefix = z
  .string()
  .regex(/^(\/[\w.-]+)*\/?$/, 'must be / or begin with /')
  .transform((value) => value.replace(/\/$/, ''))
/** Items between commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
export const port = z.coerce.number().int().min(1).max(65_535)
/** A whole address: `127.example.com` is anybody's name. */
export const isLoopback = (host: string) =>
  ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
