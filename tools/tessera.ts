import { runCommandLine } from './operator/run-command-line.ts'

/** The operator's tool, started by `bin/tessera`. */

process.umask(0o077)
// A reader of only the beginning, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runCommandLine(process.argv.slice(2))
