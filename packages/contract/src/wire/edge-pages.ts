/**
 * Path of the page that signs tickets. An edge serves this page and the following ones itself, so that no script of the
 * platform can read a PIN.
 */
export const TICKET_PAGE_PATH = '/ticket'
export const MEMBERS_PAGE_PATH = '/members'
/** Page that opens a session. PINs are entered on this page only, which is never shown in a frame. */
export const SESSION_PAGE_PATH = '/session'
export const REMOVED_PAGE_PATH = '/removed-data'
/** Page that shows rows, on its own or in a frame of the console. */
export const DATASET_PAGE_PATH = '/dataset'
/** Page that selects rows of a dataset for a task, in a frame of the console. */
export const CHOOSE_PAGE_PATH = '/choose-rows'
/**
 * Page that selects classes of a task's label and names them, so that the parties can agree on codes, in a frame of the
 * console.
 */
export const CLASSES_PAGE_PATH = '/choose-classes'
/**
 * Page that shows the words of a party's rows which a task's plan would name. A member reads and confirms them, in a
 * frame of the console.
 */
export const NAMES_PAGE_PATH = '/confirm-names'
/** Page that shows, shares and deletes the result of a single-party run, on its own or in a frame of the console. */
export const KEPT_PAGE_PATH = '/kept-result'
/**
 * Page on which a member confirms a request of a framed page before words are reported, or a result is shared or
 * deleted. It opens in a window that cannot be framed.
 */
export const CONFIRM_PAGE_PATH = '/confirm'
/** Page that uploads data and shows what was read before the data is saved. */
export const UPLOAD_PAGE_PATH = '/upload'
/**
 * Page that predicts with a model, on its own or in a frame of the console. Nothing is stored until the user gives it a
 * name.
 */
export const ASK_PAGE_PATH = '/ask'
/** Page that shows a saved inference task: input, progress and results. */
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
/** Pages that a framed page of the edge opens in a separate window, with which it communicates. */
export const OPENED_BY_FRAMES: readonly string[] = [SESSION_PAGE_PATH, CONFIRM_PAGE_PATH]
/**
 * Pages that the console can show in a frame. Pages on which a factor is entered, or a framed page's request is
 * confirmed, are not among them.
 */
export const FRAMED_PATHS: readonly string[] = [
  ...[DATASET_PAGE_PATH, CHOOSE_PAGE_PATH, CLASSES_PAGE_PATH, NAMES_PAGE_PATH, KEPT_PAGE_PATH, UPLOAD_PAGE_PATH],
  ...[ASK_PAGE_PATH, INFERENCE_PAGE_PATH],
]
/** The HTML file of all edge pages, in the folder of built pages. */
export const EDGE_PAGE_FILE = 'edge-pages.html'
/** The URL path of the scripts and styles of edge pages. */
export const EDGE_PAGE_FILES_PATH = '/edge-page-files'
