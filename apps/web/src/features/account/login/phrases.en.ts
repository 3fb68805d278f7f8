import { en as common } from '../../../lib/common-texts.en.ts'

export const en = {
  login: common.logIn,
  loginIn: 'Log in again in {{seconds}} s',
  loginTitle: 'Log in to Tessera',
  account: 'User name, phone or e-mail',
  password: 'Password',
  captcha: 'Verification code',
  captchaHelp: 'Click the picture for a new code.',
  captchaRefresh: 'Show a new code',
  captchaAlt: 'Picture with the verification code',
  accountRequired: 'Enter your user name, phone number or e-mail address.',
  passwordRequired: 'Enter your password.',
  captchaRequired: 'Enter the code shown in the picture.',
  forgot: 'Forgot password?',
  noAccount: 'No account yet?',
  register: common.register,
  certificate: common.certificateDownload,
  loginAgain: 'Log in again',
  sessionEnded: 'Your session has ended. Log in again to continue; this page stays as it is.',
  leave: 'Leave this page',
  insecureTitle: 'Log-in is not possible over plain http',
  insecure:
    'This page was opened with http:// from another computer. The browser therefore cannot encrypt your password, so the form is disabled and sends nothing.',
  insecureGo: 'Open the same page over https:',
  insecureStaff:
    'Ask your IT staff for the platform’s https address. For IT staff: configure a certificate for the platform (settings TLS_CERT and TLS_KEY), or put an https reverse proxy in front of it, and set PUBLIC_URL to that address. On the platform’s own machine, http://127.0.0.1 works, too.',
  farewell: 'Your account has been deleted. Thank you for using Tessera.',
}
