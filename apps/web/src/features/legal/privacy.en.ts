import {
  CODE_MINUTES,
  INPUT_HOURS,
  KNOWN_BROWSER_DAYS,
  MARKET_TOKEN_SECONDS,
  NOTICE_DAYS,
  ROWS_ROUNDED_TO,
  SESSION_IDLE_HOURS,
} from '@tessera/contract'
import type { LegalText } from './legal-text.ts'

export const en: LegalText = {
  title: 'Privacy notice',
  date: '2026-11-28',
  intro: [
    'This notice says what this installation of Tessera keeps about you, what it keeps about data of your party, and for how long. Responsible is the operator of this installation, who runs it on machines of its own; the makers of the software receive nothing from it.',
  ],
  sections: [
    {
      id: 'account',
      title: 'What is kept about you',
      points: [
        'Your account: user name, the phone number or e-mail address you verified, and your password as an argon2id hash, from which it cannot be read back.',
        'The parties you belong to, your role and department in them, and your requests to join.',
        'Your session: when it began and when you used it last. The session key itself is kept as a hash only.',
        'Notices to you, and feedback you send, with the page you sent it from.',
        'Log entries: who did what and when, such as logging in, creating a task or changing a role.',
        'Network addresses, briefly, to count wrong passwords, codes and other attempts.',
      ],
    },
    {
      id: 'rows',
      title: 'What never reaches the platform',
      points: [
        "Rows of your party's datasets. They lie at your party's edge, and your browser reads them straight from there.",
        'Passwords in readable form: they are encrypted in your browser before they are sent.',
        "The key by which your party's edge proves who it is.",
      ],
    },
    {
      id: 'training',
      title: 'What does reach the platform about data',
      points: [
        'Facts about datasets: names and types of columns, number of rows, size, who uploaded them and when.',
        `What a member of your party has seen and confirmed: the words for categories of text columns and classes of the label, which stand in the plan that the parties of the task see, and how many rows have each class, rounded down to a multiple of ${ROWS_ROUNDED_TO}. The parties of the task see the sums over all of them.`,
        'During a training that your party has signed a ticket for: the sums over rows that the algorithm declares and the ticket lists, and metrics. From these something about rows can sometimes be guessed or worked out; that is why the ticket says what leaves, and why a party sets the least number of rows it grants.',
        'The trained model, with a card that names the parties, the rows used and the metrics.',
        'If your party has no edge and you predict at the platform: what you enter. The console says so before you send it.',
      ],
    },
    {
      id: 'others',
      title: 'Who sees it',
      points: [
        'Members of your party see your user name, role and department; parties you work with see your user name and party.',
        'Administrators of your party see who is a member, who asks to join and what was done for the party.',
        'The operator can read the accounts, the feedback and the log of the platform.',
        `If you open the smart market, it learns your user name, display name and picture, by a token that works once, within ${MARKET_TOKEN_SECONDS} seconds. Your session is never handed over.`,
        "Codes are sent through the operator's mail server or text message service. Nothing is sold, and nothing goes to advertisers.",
      ],
    },
    {
      id: 'browser',
      title: 'What your browser keeps',
      paragraphs: [
        `There are no cookies, no analytics and no files from elsewhere. The local storage of your browser keeps your session, the chosen party, language, theme, whether the sidebar is folded, and a mark that you have logged in from it before: with it, wrong passwords that others type for your name do not lock you out. Logging out removes the session and the party; the mark opens no session and expires ${KNOWN_BROWSER_DAYS} days after your last log-in.`,
      ],
    },
    {
      id: 'retention',
      title: 'For how long',
      points: [
        `Verification codes: ${CODE_MINUTES} minutes, and they work once.`,
        `Sessions: they end when you log out, your other ones when you change the password, all of them when it is reset, and each after ${SESSION_IDLE_HOURS} hours without use.`,
        `What you enter for a prediction at the platform: deleted after ${INPUT_HOURS} hours. It is never written to a log.`,
        `Account and memberships: as long as your account is there. Notices: ${NOTICE_DAYS.read} days after you read them, else ${NOTICE_DAYS.unread} days.`,
        'What you told the operator as feedback: until the operator deletes it, or you delete your account.',
        'Logs of the platform and of the edges: kept, because each entry seals those before it. The operator and your party set how long they keep them.',
        'Backups of the operator hold what they held on their day, until they are overwritten.',
      ],
    },
    {
      id: 'deletion',
      title: 'When you delete your account',
      paragraphs: [
        'You can do so yourself at any time, in the menu behind your picture. The last super administrator of a party appoints another one first.',
      ],
      points: [
        'Erased at once: user name, phone number, e-mail address, password, sessions, memberships, notices and feedback.',
        'What stays: datasets, tasks, models and consent tickets, which are those of your party; and log entries, with a number in place of your name.',
        "At your party's edge your user name stays on what you uploaded and signed there; your party decides about that.",
      ],
    },
    {
      id: 'safety',
      title: 'How it is protected',
      points: [
        'Connections are encrypted (TLS), and passwords once more within them.',
        'Wrong passwords and codes slow down, then lock for a while.',
        'Every call checks who asks and for which party. Every change is written to a log whose alteration shows.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You may ask the operator what is kept about you, have it corrected or deleted, receive it in a readable form, and object to its use, as the law where you live provides. Write to the operator by “Feedback” in the header, or to the address your party names. For rows of data ask the party that holds them: the operator has none.',
      ],
    },
  ],
}
