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
    'This notice states which information about you and about the data of your party this installation of Tessera stores, and for how long. The operator of this installation is responsible for it and runs it on its own machines. The makers of the software receive nothing from it.',
  ],
  sections: [
    {
      id: 'account',
      title: 'What is stored about you',
      points: [
        'Your account: user name, the phone number or e-mail address you verified, and an argon2id hash of your password, from which the password cannot be recovered.',
        'The parties you belong to, your role and department in them, and your requests to join.',
        'Your session: when it began and when you last used it. The session key itself is stored only as a hash.',
        'Notices to you, and feedback you send, with the page you sent it from.',
        'Log entries: who did what and when, such as logging in, creating a task or changing a role.',
        'Network addresses, for a short time, to count wrong passwords, codes and other attempts.',
      ],
    },
    {
      id: 'rows',
      title: 'What never reaches the platform',
      points: [
        "Rows of your party's datasets. They are stored at your party's edge, and your browser reads them directly from there.",
        'Passwords in plain text: your browser encrypts them before it sends them.',
        "The key with which your party's edge proves its identity.",
      ],
    },
    {
      id: 'training',
      title: 'What information about data reaches the platform',
      points: [
        'Facts about datasets: names and types of columns, number of rows, size, who uploaded them and when.',
        `What a member of your party has reviewed and confirmed: the names of the categories of text columns and of the classes of the label, which are part of the plan that the parties of the task see; and the number of rows of each class, rounded down to a multiple of ${ROWS_ROUNDED_TO}. The parties of the task see the sums over all parties.`,
        'During a training that your party has signed a ticket for: the sums over rows that the algorithm declares and the ticket lists, and metrics. From these, information about rows can sometimes be guessed or computed. The ticket therefore states what leaves, and a party can set the minimum number of rows that it grants.',
        'The trained model, with a model card that states the parties, the number of rows used and the metrics.',
        'If your party has no edge and you run a prediction on the platform: what you enter. The console states this before you send it.',
      ],
    },
    {
      id: 'others',
      title: 'Who can see it',
      points: [
        'Members of your party see your user name, role and department. Parties you work with see your user name and party.',
        'Administrators of your party see its members, requests to join, and actions on behalf of the party.',
        'The operator can read the accounts, the feedback and the log of the platform.',
        `If you open the smart market, it receives your user name, display name and avatar through a token that can be used once, within ${MARKET_TOKEN_SECONDS} seconds. It never receives your session.`,
        "Codes are sent through the operator's mail server or text message service. Information is not sold and not given to advertisers.",
      ],
    },
    {
      id: 'browser',
      title: 'What your browser stores',
      paragraphs: [
        `This installation uses no cookies, no analytics and no external files. The local storage of your browser contains your session, the selected party, the language, the theme, whether the sidebar is collapsed, and a marker that you have logged in from it before. With the marker, wrong passwords that others enter for your user name do not lock you out. Logging out removes the session and the party. The marker cannot be used to log in, and expires ${KNOWN_BROWSER_DAYS} days after your last log-in.`,
      ],
    },
    {
      id: 'retention',
      title: 'How long it is stored',
      points: [
        `Verification codes: ${CODE_MINUTES} minutes; each can be used once.`,
        `Sessions: a session ends when you log out, and after ${SESSION_IDLE_HOURS} hours without use. Changing the password ends your other sessions; resetting it ends all of them.`,
        `What you enter for a prediction on the platform: deleted after ${INPUT_HOURS} hours. It is never written to a log.`,
        `Account and memberships: as long as your account exists. Notices: ${NOTICE_DAYS.read} days if you have read them, otherwise ${NOTICE_DAYS.unread} days.`,
        'Your feedback to the operator: until the operator deletes it or you delete your account.',
        'Logs of the platform and of the edges: retained, because each entry serves to verify the entries before it. The operator and your party decide for how long.',
        "The operator's backups: they contain the data of the day they were made, until they are overwritten.",
      ],
    },
    {
      id: 'deletion',
      title: 'If you delete your account',
      paragraphs: [
        'You can delete your account at any time in the avatar menu. The last super administrator of a party must first appoint another one.',
      ],
      points: [
        'Deleted at once: user name, phone number, e-mail address, password, sessions, memberships, notices and feedback.',
        'Retained: datasets, tasks, models and consent tickets, which belong to your party; and log entries, with a number instead of your user name.',
        "At your party's edge, your user name remains on what you uploaded and signed there. Your party decides what happens to it.",
      ],
    },
    {
      id: 'safety',
      title: 'How it is protected',
      points: [
        'Connections are encrypted (TLS), and passwords are encrypted again within them.',
        'Repeated wrong passwords or codes slow down further attempts, then lock them temporarily.',
        'Every call checks the caller and the party that the caller acts for. Every change is written to a tamper-evident log.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You may ask the operator what is stored about you, have it corrected or deleted, receive it in a readable form, and object to its use, as provided by the law where you live. Contact the operator through “Feedback” in the header, or at the address that your party publishes. For rows of data, ask the party that stores them: the operator has none.',
      ],
    },
  ],
}
