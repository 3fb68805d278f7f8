import { MACHINE_BOUNDS } from '@tessera/contract'

export const en = {
  title: 'Environment',
  intro: 'What {{party}} needs to upload data and to train: its edge, the parts of it, and the machine it runs on.',
  recheck: 'Check again',
  checkedAt: 'Checked {{time}}',
  allWell: 'Everything is ready: data can be uploaded and tasks can be created.',
  notWell: 'Not ready yet. Tasks cannot be created until all of the software passes.',
  machineNotWell: 'Tasks can be created, but the machine is short of something: a training may end by it.',
  software: 'Software',
  hardware: 'Machine',
  pass: 'Passed',
  fail: 'Not ready',
  notChecked: 'Not checked',
  whatToDo: 'What to do',
  whatToDoOf: 'What to do: {{part}}',
  edgeHelp: 'Keeps rows, shows them to your members, signs consent.',
  pagesHelp: 'On which your members sign, out of reach of the platform.',
  storageHelp: "The tables of your party, on the edge's disk.",
  booksHelp: 'What the edge knows of its tables, tickets and inference tasks.',
  supernodeHelp: "The edge's own, outbound connection to the federation.",
  runnerHelp: 'Computes only what a signed ticket allows.',
  nodeHelp: 'The federation hears of your edge: runs can reach it.',
  superlinkHelp: "The platform's part: it passes models and sums between the parties.",
  NetworkUnavailableHelp: 'The edge reaches the platform.',
  MemoryPressureHelp: 'Enough is free for training.',
  DiskPressureHelp: 'Enough is free for uploads.',
  PIDPressureHelp: 'The machine can start more of them.',
  guide: 'How to set it up',
  guide1: 'Install Tessera on a machine of your party that your browsers reach.',
  guide2: 'An administrator makes a one-time enrolment command here; it is run on that machine.',
  guide3:
    'Start the edge. It makes its own keys and calls out to the platform; no port has to be opened for the platform.',
  guide4: 'Come back and check again. Every line above should pass within a few seconds.',
  setUp: 'Set up an edge',
  askAdmin: 'Ask an administrator of your party for the set-up.',
  guideMore: 'All that a party needs, and what to do where something fails',
  'guide.title': 'What a party needs to train',
  'guide.intro': 'For whoever runs the machine of a party, and whoever wonders why a training does not start.',
  'guide.need': 'The machine',
  'guide.need.machine':
    'A machine of the party with Linux (or macOS, without walls around algorithms), 2 cores and 4 GB of memory; more for large tables.',
  'guide.need.programs':
    'On it git, make, Node 20 or newer, Python 3.11 to 3.13. No database: the edge brings its own.',
  'guide.need.in':
    'The browsers of your own members reach it. Nobody else needs to: nothing is opened for the platform or for other parties.',
  'guide.need.out':
    "It reaches the platform at two ports: that of the console, and that of the federation (the console's plus 4, unless the operator says otherwise).",
  'guide.steps': 'Setting it up',
  'guide.task': 'For each training',
  'guide.task.data':
    'Data: a dataset of the party is chosen, its columns hold what the task asks for, and a member has confirmed the names in them.',
  'guide.task.ticket': 'Consent: a signer of the party has signed the ticket for exactly this plan.',
  'guide.task.code': 'The edge has the very code of the algorithm that the platform has: both are of the same version.',
  'guide.software': 'Software, and what to do where it is not ready',
  'guide.hardware': 'Machine, and what to do where it is not well',
  edgeDo: 'Start it on its machine with “make edge”, and see that the machine reaches the platform.',
  pagesDo: 'Start the edge with “make edge”, which builds them; or set PAGE_DIR to the folder they lie in.',
  storageDo:
    'The folder of the data (DATA_DIR) must belong to the user that the edge runs as, on a disk that can be written.',
  booksDo:
    'The file edge.sqlite in the folder of the data cannot be read or is held by another program. Stop that one, or start the edge anew.',
  supernodeDo:
    'Let the machine out to the port of the federation. A proxy must not open this connection: its certificate is checked.',
  runnerDo:
    'Start the edge anew. If it ends again, the output of the edge says why: Python, or a Linux that cannot confine algorithms.',
  nodeDo:
    'After a start it takes some seconds. If it stays so while the training link is ready, an administrator lets the edge join again with a new command.',
  superlinkDo: "Nothing at your party: tell the platform's operator. Trainings go on once it is back.",
  NetworkUnavailableDo:
    'The platform hears nothing of the edge. Is it running, and does its machine reach the address of the platform?',
  MemoryPressureDo: `Less than ${MACHINE_BOUNDS.freeMemoryPercent} % of the memory is free. End other programs, or give the machine more.`,
  DiskPressureDo: `Less than ${MACHINE_BOUNDS.freeDiskGigabytes} GB of disk is free. Delete datasets that nobody needs, or give the machine more.`,
  PIDPressureDo: `More than ${MACHINE_BOUNDS.processPercent} % of the processes that the system allows are running. End other programs.`,
}
