import { accessSync, constants, mkdirSync } from 'node:fs'
import { BadSettings } from './settings.ts'

const WHY: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOTDIR: 'a file is in its way',
  EEXIST: 'a file is in its way',
}

/**
 * Creates the data folder of a process if it does not exist. Throws `BadSettings` with the name of the setting if the
 * folder cannot be used.
 */
export function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const why = WHY[(error as NodeJS.ErrnoException).code ?? '']
    if (!why) throw error
    throw new BadSettings(
      `DATA_DIR=${dataDir} cannot be used: ${why}. Name a folder that the user who starts this may write in.`,
    )
  }
}
