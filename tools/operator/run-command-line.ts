import { runCommand, say } from './command.ts'
import { commands } from './commands.ts'

/** Runs `tessera` with these arguments. Returns the exit status. */
export async function runCommandLine(typed: string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => typed[index] === word))
  if (command) return runCommand(command, typed.slice(command.name.split(' ').length))
  const [first] = typed
  if (first === undefined || ['help', '--help', '-h'].includes(first)) return helpAbout(typed.slice(1))
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `))
  process.stderr.write(
    `tessera: there is no command “${typed.slice(0, isGroup ? 2 : 1).join(' ')}”: see tessera help\n`,
  )
  return 2
}

function helpAbout(words: string[]): Promise<number> | number {
  const command = commands.find(({ name }) => name === words.join(' '))
  if (command) return runCommand(command, ['--help'])
  say(overview())
  return 0
}

function overview(): string {
  const lines = commands
    .filter(({ name }) => name !== 'admin log')
    .map(({ name, about }) => `  ${name.padEnd(22)}${about}`)
  return [
    'usage: tessera <command> [--help]',
    '',
    ...lines,
    '',
    'Commands for the platform read its settings from the environment, like the platform itself (docs/reference/settings.md), and from',
    '--env-file <file>. The platform’s log records all changes. See docs/guides/operating.md for how to use the commands.',
    'The exit status is 0 on success, 1 if the command was refused or found a fault, and 2 for invalid arguments or settings.',
  ].join('\n')
}
