import type { LegalText } from './legal-text.ts'

export const en: LegalText = {
  title: 'Terms of use',
  date: '2026-11-21',
  intro: [
    'Tessera lets organisations, called parties, train models together while their rows of data stay with them. It is software that an operator runs on machines of its own. These terms are between you and the operator of this installation; the operator may add terms of its own and tells you about them.',
    'If you use Tessera for an employer, its rules for data, ethics and information security come first.',
  ],
  sections: [
    {
      id: 'account',
      title: 'Your account',
      points: [
        'Register with a phone number or an e-mail address that is yours. One account is for one person; do not share it.',
        'Keep your password to yourself and choose one that you use nowhere else. What is done with your account counts as done by you, until you tell the operator that somebody else has it.',
        'Your user name is shown to the members of your party and to the parties you work with.',
        'The operator can lock an account or suspend a party that breaks these terms or endangers others.',
      ],
    },
    {
      id: 'parties',
      title: 'Parties and who speaks for them',
      points: [
        'Create a party only if you may act for that organisation. Join one only if you belong to it.',
        "A party's administrators decide who is a member, what members may do, and which edge holds its data.",
        'Without a party you look around as a tourist: you see the pools, and can neither bring data nor take models.',
      ],
    },
    {
      id: 'data',
      title: 'Data you bring',
      points: [
        "Upload only data that your party may use for this purpose. Whether consent, an ethics vote or a contract is needed is your party's to settle before.",
        'Remove what identifies people directly, such as names, numbers of identity cards and addresses, unless your party has decided otherwise in writing.',
        "Rows are kept at your party's edge and stay your party's. Uploading gives nobody else a right to them.",
        'Do not write rows, or anything about single persons, into names, descriptions, notes or feedback: those texts are kept by the platform.',
      ],
    },
    {
      id: 'tickets',
      title: 'Consent tickets',
      paragraphs: [
        'Your party takes part in a training only after one of its members has signed a consent ticket at its own edge. The ticket names task, dataset, rows, columns, algorithm, the parties with the fingerprints of their edges’ keys, the rounds and messages, and the day it ends. Of the algorithm it names the hash of its code and of the engine library it runs with, without Python and its packages. Where the initiator opens joining again, the tickets signed until then are void. It can be withdrawn at any time; the training then stops for your party. What other parties have learned from rounds that are over cannot be taken back.',
        'Whoever signs declares that they may do so for their party.',
      ],
    },
    {
      id: 'models',
      title: 'Models and results',
      points: [
        'A model that was trained together belongs to the parties of the task as they have agreed among themselves. Tessera records who contributed; it does not decide who owns what.',
        'Do not try to find out rows or persons of another party from a model, its updates or its predictions.',
        'A prediction is an aid. It is no diagnosis and no decision; somebody qualified judges it before it touches a person.',
        'Whoever publishes a model to the pool lets the other parties of this installation use it.',
      ],
    },
    {
      id: 'conduct',
      title: 'What is not allowed',
      points: [
        'To get into accounts, parties or edges that are not yours, or to get round a limit or a check.',
        'To bring data, algorithms or models made to harm others, or to make a joint model worse on purpose.',
        'To burden the installation so that others cannot work.',
        'If you find a weakness, tell the operator by “Feedback” and give them time to fix it.',
      ],
    },
    {
      id: 'log',
      title: 'What is recorded',
      paragraphs: [
        'Log-ins, changes, tickets and trainings are written to logs that cannot be altered unnoticed, at the platform and at each edge. They protect you and the parties; the privacy notice says what they hold.',
      ],
    },
    {
      id: 'liability',
      title: 'No warranty',
      paragraphs: [
        'The operator runs the installation with care, but does not promise that it is always there, that it is free of errors, or that a model fits your purpose. Keep copies of data you cannot do without. Liability that the law does not allow to exclude stays.',
      ],
    },
    {
      id: 'end',
      title: 'How it ends',
      paragraphs: [
        'You can delete your account at any time in the menu behind your picture. What then goes and what stays is said there and in the privacy notice. If these terms change in a way that matters to you, the operator tells you in the console before; if you do not agree, delete your account.',
      ],
    },
  ],
}
