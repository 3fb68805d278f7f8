/** Pages that an edge serves itself, so that no script of the platform sees a PIN. */
export const TICKET_PAGE_PATH = '/ticket'
export const MEMBERS_PAGE_PATH = '/members'
/** Opens a session. PINs are entered on their own page, in no frame. */
export const SESSION_PAGE_PATH = '/session'
export const REMOVED_PAGE_PATH = '/removed-data'
/** Shows rows, on its own or in a frame of the console. */
export const DATASET_PAGE_PATH = '/dataset'
/** Chooses rows of a dataset for a task, in a frame of the console. */
export const CHOOSE_PAGE_PATH = '/choose-rows'
/** Chooses classes of a task's label, and names them so that codes can be agreed, in a frame of the console. */
export const CLASSES_PAGE_PATH = '/choose-classes'
/** Shows the words of a party's rows that a task's plan would name, to read and confirm, in a frame of the console. */
export const NAMES_PAGE_PATH = '/confirm-names'
/** Shows, shares and deletes the result of a single-party run, on its own or in a frame of the console. */
export const KEPT_PAGE_PATH = '/kept-result'
/**
 * Confirms what a frame requests before words are reported, or a result is shared or deleted, in a window that cannot
 * be framed.
 */
export const CONFIRM_PAGE_PATH = '/confirm'
/** Uploads data, and shows what was read before it is saved. */
export const UPLOAD_PAGE_PATH = '/upload'
/** Predicts with a model, on its own or in a frame of the console; nothing is stored until it is given a name. */
export const ASK_PAGE_PATH = '/ask'
/** Shows a saved inference task: input, progress, results. */
export const INFERENCE_PAGE_PATH = '/inference'
export const EDGE_PAGE_PATHS = [
  TICKET_PAGE_PATH,
  MEMBERS_PAGE_PATH,
  SESSION_PAGE_PATH,
  REMOVED_PAGE_PATH,
  CONFIRM_PAGE_PATH,
  DATASET_PAGE_PATH,
  CHOOSE_PAGE_PATH,
  CLASSES_PAGE_PATH,
  NAMES_PAGE_PATH,
  KEPT_PAGE_PATH,
  UPLOAD_PAGE_PATH,
  ASK_PAGE_PATH,
  INFERENCE_PAGE_PATH,
] as const
/** Pages that a frame of the edge opens in their own window, and communicates with. */
export const OPENED_BY_FRAMES: readonly string[] = [SESSION_PAGE_PATH, CONFIRM_PAGE_PATH]
/**
 * Pages that the console can show in a frame: none on which a factor is entered, or on which a frame's request is
 * confirmed.
 */
export const FRAMED_PATHS: readonly string[] = [
  ...[DATASET_PAGE_PATH, CHOOSE_PAGE_PATH, CLASSES_PAGE_PATH, NAMES_PAGE_PATH, KEPT_PAGE_PATH, UPLOAD_PAGE_PATH],
  ...[ASK_PAGE_PATH, INFERENCE_PAGE_PATH],
]
/** The file of all these pages, in the folder of built pages. */
export const EDGE_PAGE_FILE = 'edge-pages.html'
/** The path of their scripts and styles. */
export const EDGE_PAGE_FILES_PATH = '/edge-page-files'
