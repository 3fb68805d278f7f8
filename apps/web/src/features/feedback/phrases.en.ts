export const en = {
  title: 'Feedback',
  intro:
    'It goes to the operator of this installation, with your user name and the address of this page. Please write no rows of data and nothing about patients or clients.',
  text: 'What do you want to tell them?',
  required: 'Write what you want to tell the operator.',
  send: 'Send',
  cancel: 'Cancel',
  thanks: 'Thank you. Your feedback has been sent to the operator.',
}
