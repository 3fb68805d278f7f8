import { EDGE_TOKEN_SECONDS } from '@tessera/contract'
import { en as common } from '../lib/common-texts.en.ts'
import { en as pageTexts } from '../lib/page-texts.en.ts'

export const en = {
  edge: 'Your party’s edge: {{host}}',
  promise: 'This page is served by your party’s own edge. The platform cannot see what you type here.',
  'ticket.heading': 'Read and sign',
  'ticket.loading': 'The edge is fetching the algorithm’s code and computing its hash…',
  'sign.counted':
    'Log in to this edge before you sign. The edge then counts the rows that stay here because their class is not in the plan. This count is not sent to the platform.',
  'sign.who': 'Log in to this edge before you sign.',
  'difference.comparing': 'Comparing the rows with those of earlier runs…',
  'difference.refused': 'This ticket cannot be signed: its rows are almost identical to those of an earlier run',
  'difference.near': 'The rows of this ticket are almost identical to those of an earlier run',
  'difference.why':
    'Subtracting the results of two runs reveals the difference between them. If only a few rows differ, anyone who can read both results could work out the values of those rows.',
  'difference.ticket':
    'In the columns that both use, {{rows}} {{count|differs|differ}} from ticket {{number}} (task “{{task}}”).',
  'difference.same': 'Use the {{rows}} of ticket {{number}} again',
  'difference.leaveOut': 'Leave out another {{rows}}',
  'difference.other':
    'Offer the dataset of ticket {{number}} again, with the same {{rows}}, or a dataset in which more {{rows}} differ.',
  'difference.confirm': 'I have read which tickets are affected, and I sign although only a few rows differ.',
  'difference.none':
    'Compared with every ticket whose run started at this edge: the rows are identical, or enough of them differ.',
  'difference.limits':
    'Tickets are compared in pairs. What the results of three or more tickets could reveal together is not checked.',
  'difference.changed': 'Now selected for this task: {{rows}}',
  'difference.changed.text':
    'Return to the console, confirm the categories and classes of these {{rows}}, and then open the ticket again. You can close this page.',
  'sign.pin': 'Sign with PIN',
  'sign.passkey': 'Sign with passkey',
  'sign.stub': 'You sign at this edge with a secret that only you have. You can withdraw the ticket at any time.',
  'done.title': 'Ticket signed',
  'done.text': 'Valid until {{time}}. The console updates shortly; you can close this page.',
  'over.title': 'This page has expired',
  'over.text': `For security, this page works for ${EDGE_TOKEN_SECONDS / 60} minutes at a time. Choose “Continue” to reopen it through the console; your work is not lost.`,
  'over.none.title': 'Open this page from the console',
  'over.none.text':
    'This page needs to know who you are. Log in to the console, open the task and choose “Sign at your edge”.',
  'over.none.members':
    'This page needs to know who you are. Log in to the console and choose “Members of the edge” on the page of consent tickets.',
  'over.goOn': 'Continue',
  back: pageTexts.backToTheConsole,
  'members.heading': 'Members of this edge',
  'over.none.withdraw':
    'This page needs to know who you are. Log in to the console and choose “Withdraw” next to the ticket.',
  'withdraw.heading': 'Withdraw a ticket',
  'withdraw.own': 'Your party',
  'withdraw.none': 'This edge has no such ticket',
  'withdraw.signers': 'Only the signers of this edge can withdraw tickets: {{signers}}.',
  'withdraw.pin': 'Withdraw with PIN',
  'withdraw.passkey': 'Withdraw with passkey',
  'withdraw.close': 'The console updates shortly; you can close this page.',
  'session.heading': 'Your session at this edge',
  'session.about': 'You are logged in to the other pages of this edge, too. You can close this page.',
  'removed.heading': pageTexts.removedData,
  'removed.list': 'Removed',
  'removed.about':
    'The platform cannot delete rows. They stay at this edge until a signer deletes them here, and for {{days}} more days after that. Until then they can be restored.',
  'removed.signers': 'Only the signers of this edge can restore or delete removed data: {{signers}}.',
  'removed.empty': 'No removed data',
  'removed.empty.reason':
    'Datasets that were deleted in the console or overwritten by an upload stay here until a signer restores or deletes them.',
  'removed.what': '{{rows}}, {{size}}, uploaded by {{name}}',
  'removed.unlisted': 'Deleted in the console, {{time}}',
  'removed.overwritten': 'Overwritten by another upload with the same name, {{time}}',
  'removed.kept': 'stored',
  'removed.until': 'files will be deleted {{time}}',
  'removed.back': 'Restore',
  'removed.back.label': 'Restore {{name}}',
  'removed.back.title': 'Restore {{name}}?',
  'removed.back.consequence':
    'The data ({{rows}}) returns to your lists as a dataset with a new number. Tasks that used it must choose it again.',
  'removed.back.pin': 'Restore with PIN',
  'removed.back.passkey': 'Restore with passkey',
  'removed.back.done': '{{name}} is back in My data.',
  'removed.delete': 'Delete data',
  'removed.delete.label': 'Delete the data of {{name}}',
  'removed.delete.title': 'Delete the data of {{name}}?',
  'removed.delete.consequence':
    'The data ({{rows}}) is deleted from the disk of this edge in {{days}} days and can be restored until then. After that, the deletion cannot be undone.',
  'removed.delete.pin': 'Delete with PIN',
  'removed.delete.passkey': 'Delete with passkey',
  'removed.delete.done': 'The data of {{name}} has been deleted.',
  'removed.cancel': common.cancel,
  'gate.heading.rows': "Your party's data",
  'gate.heading.inference': 'Inference at your edge',
  'outside.title.rows': 'Your edge shows this data',
  'outside.title.inference': 'Your edge runs the model',
  'outside.text.rows':
    'Your party’s own edge shows the data after you enter your PIN or use your passkey. It asks for them in its own window, which closes automatically. The platform sees neither the data nor your PIN.',
  'outside.text.inference':
    'Your party’s own edge runs the model and shows the results after you enter your PIN or use your passkey. It asks for them in its own window, which closes automatically. The platform sees neither the results nor your PIN.',
  'outside.over': 'Your session at this edge has ended',
  'outside.over.text.inference':
    'Enter your PIN or use your passkey to continue. Saved content is still there; unsaved input must be typed again. The edge asks in its own window.',
  'outside.over.text.rows':
    'Nothing is lost. Enter your PIN or use your passkey to continue where you left off. The edge asks in its own window.',
  'outside.open': 'Enter PIN or passkey',
  'outside.shut': 'Your browser blocked a pop-up. Allow pop-ups for this page and try again, or',
  'outside.noKey': 'This browser does not store keys for embedded pages, or this page was not opened over https.',
  'outside.byItself.rows': 'open this data on a separate page',
  'outside.byItself.inference': 'open it on a separate page',
  'outside.newcomer':
    'No PIN yet? Ask a signer of your party for a one-time code. Then set your PIN under “Members of the edge” on the console’s page of consent tickets.',
  'dataset.note': 'Shown directly by this edge to its own members. No page of the platform can read it.',
  'dataset.file': 'Source file: {{name}}',
  'dataset.analysis': pageTexts.overview,
  'dataset.graph': 'The graph',
  'choose.heading': 'Rows for a task',
  'choose.rows.selected': '{{selected}} of {{total|# row|# rows}} chosen',
  'choose.pictures.selected': '{{selected}} of {{total|# picture|# pictures}} chosen',
  'choose.rows.matching': 'Choose {{count|the # matching row|all # matching rows}}',
  'choose.rows.matching.found': '{{found}} of {{count}} read…',
  'choose.rows.matching.tooMany':
    'A filter can choose at most {{most|# row|# rows}}. Narrow the filter, or offer the whole dataset.',
  'choose.rows.clear': 'Clear selection',
  'choose.rows.least': 'Your party grants at least {{minimum|# row|# rows}}, unless its edge sets another minimum.',
  'choose.submit': pageTexts.offerTheseRows,
  'choose.whole.title': pageTexts.offerAllOfNameSize,
  'choose.whole.none': 'No rows are chosen, so the whole dataset will be offered.',
  'choose.whole.all': pageTexts.theWholeDatasetIsOfferedTo,
  'choose.whole.submit': pageTexts.offerAllRows,
  'over.none.choose':
    'This page needs to know for which task you choose rows. Log in to the console and open the task.',
}
