import { adminCommands } from './admin.ts'
import { backupCommands } from './backup.ts'
import type { Command } from './command.ts'
import { logCommands } from './log.ts'
import { signerCommands } from './signer.ts'
import { verifyCommand } from './verify.ts'

/** All commands of the operator's tool. A name that begins with another name comes before that name. */
export const commands: Command[] = [
  ...adminCommands,
  ...logCommands,
  ...backupCommands,
  ...signerCommands,
  verifyCommand,
]
