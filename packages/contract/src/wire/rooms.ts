/** The pages an edge serves itself, so that no script of the platform sees a PIN. */
export const TICKET_PAGE_PATH = '/ticket'
export const MEMBERS_PAGE_PATH = '/members'
/** Where a session is opened: PINs are asked for on a page of its own, in no frame. */
export const SESSION_PAGE_PATH = '/session'
export const REMOVED_PAGE_PATH = '/removed-data'
/** Shows rows, on its own or in a frame of the console. */
export const DATASET_PAGE_PATH = '/dataset'
/** Rows of a dataset are chosen for a task, in a frame of the console. */
export const CHOOSE_PAGE_PATH = '/choose-rows'
/** Classes of a task's label are chosen there, and named so that codes can be agreed, in a frame of the console. */
export const CLASSES_PAGE_PATH = '/choose-classes'
/** Which of the words of a party's rows a task's plan names is read and confirmed there, in a frame of the console. */
export const NAMES_PAGE_PATH = '/confirm-names'
/** What a run of the party by itself left is shown, shared and deleted there, on its own or in a frame of the console. */
export const KEPT_PAGE_PATH = '/kept-result'
/** What a frame asks before words are told, or a result is shared or deleted, is read and confirmed there, in a window that nobody frames. */
export const CONFIRM_PAGE_PATH = '/confirm'
/** Takes data and shows what was read of them before they are saved. */
export const UPLOAD_PAGE_PATH = '/upload'
/** A model is asked, on its own or in a frame of the console; nothing of it is kept until it is given a name. */
export const ASK_PAGE_PATH = '/ask'
/** What was kept under a name: input, progress, results. */
export const INFERENCE_PAGE_PATH = '/inference'
export const ROOM_PATHS = [
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
/** Those that a frame of the edge's opens in a window of their own, and speaks with. */
export const OPENED_BY_FRAMES: readonly string[] = [SESSION_PAGE_PATH, CONFIRM_PAGE_PATH]
/** Those that the console may show in a frame: none on which a factor is asked, or that a frame has something confirmed on. */
export const FRAMED_PATHS: readonly string[] = [
  ...[DATASET_PAGE_PATH, CHOOSE_PAGE_PATH, CLASSES_PAGE_PATH, NAMES_PAGE_PATH, KEPT_PAGE_PATH, UPLOAD_PAGE_PATH],
  ...[ASK_PAGE_PATH, INFERENCE_PAGE_PATH],
]
/** Of all of them, in the folder of built pages. */
export const ROOM_PAGE_FILE = 'rooms.html'
/** Where their scripts and styles lie. */
export const ROOM_FILES_PATH = '/room-files'
