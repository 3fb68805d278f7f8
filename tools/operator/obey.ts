import { runCommand, say } from './command.ts'
import { commands } from './commands.ts'

/** Does what was typed after `tessera`, and answers the exit status. */
export async function obey(typed: string[]): Promise<number> {
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
    'Commands about the platform read its settings from the environment, as it does itself (docs/settings.md), and from',
    '--env-file <file>. What they change stands in its log. docs/operating.md says how to use them.',
    'The exit status is 0: done; 1: refused, or something is wrong; 2: typed wrongly, or wrong settings.',
  ].join('\n')
}
