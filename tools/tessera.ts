import { runCommandLine } from './operator/run-command-line.ts'

/** The operator's command-line tool, which `bin/tessera` starts. */

process.umask(0o077)
// The tool exits silently if the reader of its output, such as `head`, closes the pipe early.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runCommandLine(process.argv.slice(2))
