import { fill, rowsPhrases } from '@tessera/contract'
import { appPhrases } from '../apps/web/src/app/phrases.ts'
import { accountPhrases } from '../apps/web/src/features/account/phrases.ts'
import { phrases as datasetPhrases } from '../apps/web/src/features/dataset/phrases.ts'
import { grantPhrases } from '../apps/web/src/features/grant/phrases.ts'
import { homePhrases } from '../apps/web/src/features/home/phrases.ts'
import { phrases as inferencePhrases } from '../apps/web/src/features/inference/phrases.ts'
import { phrases as modelPhrases } from '../apps/web/src/features/model/phrases.ts'
import { notificationPhrases } from '../apps/web/src/features/notification/phrases.ts'
import { partyPhrases } from '../apps/web/src/features/party/phrases.ts'
import { resultPhrases } from '../apps/web/src/features/result/phrases.ts'
import { runPhrases } from '../apps/web/src/features/run/phrases.ts'
import { screenPhrases } from '../apps/web/src/features/screen/phrases.ts'
import { searchPhrases } from '../apps/web/src/features/search/phrases.ts'
import { signingPhrases } from '../apps/web/src/features/signing/phrases.ts'
import { taskPhrases } from '../apps/web/src/features/task/phrases.ts'
import { kindPhrases } from '../apps/web/src/kinds/phrases.ts'
import { classesPhrases } from '../apps/web/src/rooms/classes/phrases.ts'
import { confirmPhrases } from '../apps/web/src/rooms/confirm/phrases.ts'
import { keptPhrases } from '../apps/web/src/rooms/kept/phrases.ts'
import { namesPhrases } from '../apps/web/src/rooms/names/phrases.ts'
import { roomPhrases } from '../apps/web/src/rooms/phrases.ts'
import { uploadPhrases } from '../apps/web/src/rooms/upload/phrases.ts'
import { uiPhrases } from '../apps/web/src/ui/phrases.ts'
import { phrases as scorePhrases } from '../apps/web/src/ui/scores/phrases.ts'
import type { Tongue } from './person.ts'

const TABLES = {
  app: appPhrases,
  ui: uiPhrases,
  scores: scorePhrases,
  account: accountPhrases,
  task: taskPhrases,
  dataset: datasetPhrases,
  kinds: kindPhrases,
  rows: rowsPhrases,
  grant: grantPhrases,
  signing: signingPhrases,
  rooms: roomPhrases,
  classes: classesPhrases,
  confirm: confirmPhrases,
  kept: keptPhrases,
  names: namesPhrases,
  upload: uploadPhrases,
  run: runPhrases,
  result: resultPhrases,
  model: modelPhrases,
  inference: inferencePhrases,
  party: partyPhrases,
  notification: notificationPhrases,
  screen: screenPhrases,
  home: homePhrases,
  search: searchPhrases,
}

/**
 * What the console calls things, by its own tables: a journey that is walked in both languages asks by key, and one that
 * shows the other language's words fails.
 */
export function speak(tongue: Tongue) {
  return (table: keyof typeof TABLES, key: string, params: Record<string, string | number> = {}): string => {
    const texts: Record<string, string> = TABLES[table][tongue]
    const text = texts[key]
    if (text === undefined) throw new Error(`there is no text ${key} in ${table}`)
    return fill(text, params, (placeholder) => placeholder)
  }
}

/** A pattern for the whole of a text whose params are not all known: what is unknown is anything short of a `·`. */
export function pattern(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+[^{}]*\}\}/g, '[^·]*')}$`)
}
