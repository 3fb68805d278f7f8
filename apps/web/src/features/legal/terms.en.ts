import type { LegalText } from './legal-text.ts'

export const en: LegalText = {
  title: 'Terms of use',
  date: '2026-11-21',
  intro: [
    'Tessera lets organisations, called parties, train models together while their rows of data stay with them. It is software that an operator runs on its own machines. These terms are between you and the operator of this installation. The operator may add its own terms and informs you about them.',
    'If you use Tessera for an employer, your employer’s rules for data, ethics and information security take precedence.',
  ],
  sections: [
    {
      id: 'account',
      title: 'Your account',
      points: [
        'Register with a phone number or an e-mail address that is yours. One account is for one person; do not share it.',
        'Keep your password secret and choose one that you use nowhere else. Actions with your account count as yours until you inform the operator that somebody else uses it.',
        'Your user name is shown to the members of your party and to the parties you work with.',
        'The operator can lock an account or suspend a party that breaks these terms or endangers others.',
      ],
    },
    {
      id: 'parties',
      title: 'Parties and their representatives',
      points: [
        'Create a party only if you are entitled to act for that organisation. Join a party only if you belong to it.',
        "A party's administrators decide who is a member, what members may do, and which edge stores its data.",
        'Without a party, you browse as a guest: you can see the pools, but cannot upload data or use models.',
      ],
    },
    {
      id: 'data',
      title: 'Data you provide',
      points: [
        'Upload only data that your party may use for this purpose. Your party must determine beforehand whether consent, ethics approval or a contract is required.',
        'Remove what directly identifies people, such as names, identity card numbers and addresses, unless your party has decided otherwise in writing.',
        "Rows are stored at your party's edge and belong to your party. Uploading gives no one else a right to them.",
        'Do not enter rows, or anything about individuals, in names, descriptions, notes or feedback: the platform stores these texts.',
      ],
    },
    {
      id: 'tickets',
      title: 'Consent tickets',
      paragraphs: [
        'Your party takes part in a training only after one of its members has signed a consent ticket at its own edge. The ticket states the task, dataset, rows, columns, algorithm, the parties with the fingerprints of their edges’ keys, the numbers of rounds and messages, and the expiry date. For the algorithm, it states the hash of its code and of the engine library it runs with, not of Python and its packages. If the initiator reopens joining, the tickets signed before become void. A ticket can be withdrawn at any time; the training then stops for your party. What other parties have learned from completed rounds cannot be taken back.',
        'Signers declare that they are entitled to sign for their party.',
      ],
    },
    {
      id: 'models',
      title: 'Models and results',
      points: [
        'A model that was trained together belongs to the parties of the task as they have agreed among themselves. Tessera records the contributions but does not decide on ownership.',
        'Do not try to infer rows or individuals of another party from a model, its updates or its predictions.',
        'A prediction is an aid, not a diagnosis or a decision. A qualified person must assess it before it is used for an individual.',
        'By publishing a model to the pool, you allow the other parties of this installation to use it.',
      ],
    },
    {
      id: 'conduct',
      title: 'What is not allowed',
      points: [
        'Accessing accounts, parties or edges that are not yours, or circumventing limits or checks.',
        'Providing data, algorithms or models intended to harm others, or deliberately making a joint model worse.',
        'Overloading the installation so that others cannot work.',
        'If you find a security weakness, report it to the operator through “Feedback” and allow time to fix it.',
      ],
    },
    {
      id: 'log',
      title: 'What is recorded',
      paragraphs: [
        'Log-ins, changes, tickets and trainings are written to tamper-evident logs, at the platform and at each edge. The logs protect you and the parties. The privacy notice states what they contain.',
      ],
    },
    {
      id: 'liability',
      title: 'No warranty',
      paragraphs: [
        'The operator runs the installation with care, but does not guarantee that it is always available, that it is free of errors, or that a model fits your purpose. Keep copies of data that you cannot do without. Liability that cannot be excluded by law remains.',
      ],
    },
    {
      id: 'end',
      title: 'Termination',
      paragraphs: [
        'You can delete your account at any time in the avatar menu. What is then deleted and what is retained is stated there and in the privacy notice. If these terms change in a way that matters to you, the operator informs you in the console beforehand. If you do not agree, delete your account.',
      ],
    },
  ],
}
