export const en = {
  'confirm.heading': 'Confirm at your edge',
  'confirm.cancel': 'Close without confirming',
  'confirm.done': 'Confirmed. You can close this window.',
  'confirm.opened': 'A window of your edge’s own has opened: read there what it says, and confirm or close it.',
  'confirm.shut': 'Your browser kept the window shut. Allow windows of this page, and press again.',
  'confirm.classes': 'Tell the names of these classes of “{{label}}”?',
}
