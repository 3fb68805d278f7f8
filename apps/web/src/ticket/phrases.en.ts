import { EDGE_TOKEN_SECONDS } from '@tessera/contract'

export const en = {
  edge: 'Your own edge: {{host}}',
  promise: "This page comes from your party's own edge. What you type here the platform does not see.",
  'ticket.heading': 'Read and sign',
  'ticket.loading': "The edge is fetching the algorithm's code and computing its hash…",
  'sign.pin': 'Sign with PIN',
  'sign.passkey': 'Sign with passkey',
  'sign.stub': 'Signed at this edge, with something only you have. It can be withdrawn at any time.',
  'done.title': 'The ticket is signed',
  'done.text': 'Valid until {{time}}. The console shows it in a moment; you can close this page.',
  'over.title': 'This page has been open too long',
  'over.text': `For safety it works for ${EDGE_TOKEN_SECONDS / 60} minutes at a time. “Go on” opens it again by way of the console; nothing is lost.`,
  'over.none.title': 'Open this page from the console',
  'over.none.text':
    'It needs to know who you are: log in to the console, open the task and choose “Sign at your edge”.',
  'over.none.signers':
    'It needs to know who you are: log in to the console and choose “Who may sign” beside the tickets.',
  'over.goOn': 'Go on',
  back: 'Back to the console',
  signers: 'Who may sign here',
  'signers.heading': 'Signers of this edge',
}
