import { en as common } from '../../lib/common-texts.en.ts'

export const en = {
  title: 'Feedback',
  intro:
    'Your feedback goes to the operator of this platform, with your user name and the address of this page. Do not include data or information about patients or clients.',
  text: 'Your feedback',
  required: 'Enter your feedback.',
  send: 'Send',
  cancel: common.cancel,
  thanks: 'Thank you. Your feedback has been sent to the operator.',
}
