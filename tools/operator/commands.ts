import { adminCommands } from './admin.ts'
import { backupCommands } from './backup.ts'
import type { Command } from './command.ts'
import { logCommands } from './log.ts'
import { signerCommands } from './signer.ts'
import { verifyCommand } from './verify.ts'

/** Everything the operator's tool can do. The longer of two names that begin alike stands first. */
export const commands: Command[] = [
  ...adminCommands,
  ...logCommands,
  ...backupCommands,
  ...signerCommands,
  verifyCommand,
]
