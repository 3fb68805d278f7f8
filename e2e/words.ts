import { fill, type Language, rowsPhrases } from '@tessera/contract'
import { appPhrases } from '../apps/web/src/app/phrases.ts'
import { classesPhrases } from '../apps/web/src/edge-pages/classes/phrases.ts'
import { confirmPhrases } from '../apps/web/src/edge-pages/confirm/phrases.ts'
import { localResultPhrases } from '../apps/web/src/edge-pages/local-results/phrases.ts'
import { namesPhrases } from '../apps/web/src/edge-pages/names/phrases.ts'
import { edgePagePhrases } from '../apps/web/src/edge-pages/phrases.ts'
import { uploadPhrases } from '../apps/web/src/edge-pages/upload/phrases.ts'
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
import { boxesPhrases } from '../apps/web/src/kinds/boxes/phrases.ts'
import { graphPhrases } from '../apps/web/src/kinds/graphs/phrases.ts'
import { kindPhrases } from '../apps/web/src/kinds/phrases.ts'
import { picturePhrases } from '../apps/web/src/kinds/pictures/phrases.ts'
import { tablePhrases } from '../apps/web/src/kinds/tables/phrases.ts'
import { textPhrases } from '../apps/web/src/kinds/texts/phrases.ts'
import { uiPhrases } from '../apps/web/src/ui/phrases.ts'
import { phrases as scorePhrases } from '../apps/web/src/ui/scores/phrases.ts'

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
  edgePages: edgePagePhrases,
  classes: classesPhrases,
  confirm: confirmPhrases,
  kept: localResultPhrases,
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
  tabular: tablePhrases,
  vision: picturePhrases,
  yolo: boxesPhrases,
  nlp: textPhrases,
  graph: graphPhrases,
}

/**
 * Returns a function that looks up the console's texts in one language by table and key. A journey thus fails if the
 * page shows the other language.
 */
export function textsIn(tongue: Language) {
  return (table: keyof typeof TABLES, key: string, params: Record<string, string | number> = {}): string => {
    const texts: Record<string, string> = TABLES[table][tongue]
    const text = texts[key]
    if (text === undefined) throw new Error(`there is no text ${key} in ${table}`)
    return fill(text, params, (placeholder) => placeholder)
  }
}

/** Returns a pattern that matches a text whose parameters are unknown. Each parameter matches anything up to a `·`. */
export function pattern(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+[^{}]*\}\}/g, '[^·]*')}$`)
}
