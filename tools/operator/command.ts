import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { AppError, type Language, phrase } from '@tessera/contract'
import { BackupRefused, BadArchive, BadSettings, isPlain } from '@tessera/server'

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export interface Command {
  /** As it is typed: `admin lock`. */
  name: string
  /** What follows the name. */
  usage: string
  about: string
  /** What else there is to know, a line each. */
  details?: string[]
  options?: ParseArgsOptionsConfig
  /** How many words may follow the name. */
  words: [least: number, most: number]
  /** Answers false when it found something wrong. */
  run: (words: string[], values: Values) => Promise<unknown>
}

/** The command was typed wrongly. */
export class UsageError extends Error {}

/** What was asked for cannot be done; the message says why. */
export class Refused extends Error {}

const COMMON = { help: { type: 'boolean', short: 'h' }, 'env-file': { type: 'string' } } as const

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command as it was typed. 0: done. 1: refused, or something is wrong. 2: typed wrongly, or wrong settings. */
export async function runCommand(command: Command, typed: string[]): Promise<number> {
  try {
    const { values, positionals } = readWords(command, typed)
    if (values.help) {
      say(helpOf(command))
      return 0
    }
    const [least, most] = command.words
    if (positionals.length < least) throw new UsageError('something is missing')
    if (positionals.length > most) throw new UsageError(`“${positionals[most]}” is one word too many`)
    if (typeof values['env-file'] === 'string') loadSettings(values['env-file'])
    return (await command.run(positionals, values)) === false ? 1 : 0
  } catch (error) {
    return tell(error, command)
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

/** An installation's settings lie in its DATA_DIR, and do not name it. */
function loadSettings(file: string) {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new BadSettings(`--env-file ${file} cannot be read: ${(error as Error).message}`)
  }
  process.env.DATA_DIR ||= dirname(resolve(file))
}

function tell(error: unknown, command: Command): number {
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

/** What the machine refuses is said in a line; what we did not foresee, with where it happened. */
function plain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  const isOfTheMachine = /^(E[A-Z]+|\w{5})$/.test(String(code ?? ''))
  return isOfTheMachine ? message || String(code) : (stack ?? String(error))
}

/** The rules' own texts are there in both languages. */
const language = (): Language => (/^zh/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'cn' : 'en')

export function helpOf({ name, usage, about, details = [] }: Command): string {
  const lines = [`usage: tessera ${name} ${usage}`, '', about, ...details]
  return [...lines, '', '--env-file <file>  read settings from this file too; the environment goes before'].join('\n')
}

/** Who is at the keyboard, for the log. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** `30m`, `12h`, `7d`, or a date. */
export function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  const date = unit ? new Date(now.getTime() - Number(count) * units[unit as keyof typeof units]) : new Date(text)
  if (Number.isNaN(date.getTime())) throw new UsageError(`--since ${text} is neither a date nor like 30m, 12h or 7d`)
  return date
}

export const textOption = (value: Values[string]): string | undefined => (typeof value === 'string' ? value : undefined)
