import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { AppError, type Language, phrase } from '@tessera/contract'
import { BackupRefused, BadArchive, BadSettings, isPlain } from '@tessera/server'

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export interface Command {
  /** The command as the operator types it, for example `admin lock`. */
  name: string
  /** The command's arguments, for the help. */
  usage: string
  about: string
  /** Further lines of the command's help. */
  details?: string[]
  options?: ParseArgsOptionsConfig
  /** Minimum and maximum number of positional arguments. */
  words: [least: number, most: number]
  /** Runs the command. Returns false if the command found a fault. */
  run: (words: string[], values: Values) => Promise<unknown>
}

/** Thrown if the arguments are invalid. */
export class UsageError extends Error {}

/** Thrown if the request cannot be fulfilled, with the reason as message. */
export class Refused extends Error {}

const COMMON = { help: { type: 'boolean', short: 'h' }, 'env-file': { type: 'string' } } as const

export const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs a command. Returns its exit status: 0 on success; 1 if it was refused or found a fault; 2 for invalid arguments
 * or settings.
 */
export async function runCommand(command: Command, typed: string[]): Promise<number> {
  try {
    const { values, positionals } = readWords(command, typed)
    if (values.help) {
      say(helpOf(command))
      return 0
    }
    const [least, most] = command.words
    if (positionals.length < least) throw new UsageError('an argument is missing')
    if (positionals.length > most) throw new UsageError(`“${positionals[most]}” is an unexpected argument`)
    if (typeof values['env-file'] === 'string') loadSettings(values['env-file'])
    return (await command.run(positionals, values)) === false ? 1 : 0
  } catch (error) {
    return report(error, command)
  }
}

function readWords(command: Command, typed: string[]): { values: Values; positionals: string[] } {
  try {
    const options = { ...COMMON, ...command.options }
    return parseArgs({ args: typed, options, allowPositionals: true, strict: true }) as never
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '')
  }
}

/** Reads the settings file of an installation. The file is in DATA_DIR, so it does not contain DATA_DIR itself. */
function loadSettings(file: string) {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new BadSettings(`--env-file ${file} cannot be read: ${(error as Error).message}`)
  }
  process.env.DATA_DIR ||= dirname(resolve(file))
}

function report(error: unknown, command: Command): number {
  const complain = (text: string) => process.stderr.write(`tessera ${command.name}: ${text}\n`)
  if (error instanceof UsageError) {
    complain(`${error.message}\nusage: tessera ${command.name} ${command.usage}`)
    return 2
  }
  if (error instanceof BadSettings) {
    complain(error.message)
    return 2
  }
  if (error instanceof AppError) complain(phrase(language(), error.code, error.params))
  else if (isPlain(error) || error instanceof Refused || error instanceof BackupRefused) complain(error.message)
  else if (error instanceof BadArchive) complain(`This file cannot be used: ${error.message}.`)
  else complain(plain(error))
  return 1
}

/** Returns one line for a system error, and the stack for an unexpected error. */
function plain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  const isOfTheMachine = /^(E[A-Z]+|\w{5})$/.test(String(code ?? ''))
  return isOfTheMachine ? message || String(code) : (stack ?? String(error))
}

/** Returns the language of the operator's locale, because error texts exist in both languages. */
const language = (): Language => (/^zh/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'cn' : 'en')

export function helpOf({ name, usage, about, details = [] }: Command): string {
  const lines = [`usage: tessera ${name} ${usage}`, '', about, ...details]
  return [...lines, '', '--env-file <file>  also read settings from this file; the environment has priority'].join('\n')
}

/** Returns the operator's user name, for the audit log. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** Parses a duration before now (`30m`, `12h`, `7d`) or a date. */
export function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  const date = unit ? new Date(now.getTime() - Number(count) * units[unit as keyof typeof units]) : new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`--since ${text} is neither a date nor a duration such as 30m, 12h or 7d`)
  return date
}

export const textOption = (value: Values[string]): string | undefined => (typeof value === 'string' ? value : undefined)
