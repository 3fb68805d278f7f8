import { en as common } from '../../lib/common-texts.en.ts'

export const en = {
  'confirm.heading': 'Confirm at your edge',
  'confirm.cancel': common.cancel,
  'confirm.done': 'Confirmed. You can close this window.',
  'confirm.opened': 'Your edge has opened its own window. Read the text there, then confirm or close it.',
  'confirm.shut': 'Your browser blocked a pop-up. Allow pop-ups for this page and try again.',
  'confirm.classes': 'Share the names of these classes of “{{label}}”?',
}
