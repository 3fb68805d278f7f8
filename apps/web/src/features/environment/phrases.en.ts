import { MACHINE_BOUNDS } from '@tessera/contract'
import { en as common } from '../../lib/common-texts.en.ts'
import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  title: common.environment,
  intro: 'What {{party}} needs to upload data and to train: an edge, its components, and the machine that it runs on.',
  recheck: pageTexts.checkAgain,
  checkedAt: 'Checked {{time}}',
  allWell: 'Everything is ready. You can upload data and create tasks.',
  notWell: 'Not ready yet. You can create tasks once all software checks pass.',
  machineNotWell: 'You can create tasks, but the machine is low on resources; training may fail.',
  software: pageTexts.software,
  hardware: pageTexts.machine,
  pass: 'Passed',
  fail: 'Not ready',
  notChecked: 'Not checked',
  whatToDo: 'What to do',
  whatToDoOf: 'What to do: {{part}}',
  edgeHelp: 'Stores data, shows it to your members, and signs consent tickets.',
  pagesHelp: 'Where your members sign; the platform cannot reach these pages.',
  storageHelp: 'Your party’s data on the edge’s disk.',
  booksHelp: 'The edge’s records of its data, tickets and inference tasks.',
  supernodeHelp: 'The edge’s outbound connection to the federation.',
  runnerHelp: 'Runs only computations that a signed ticket allows.',
  nodeHelp: 'The federation has heard from your edge, so runs can reach it.',
  superlinkHelp: 'The platform’s component that passes models and sums between the parties.',
  NetworkUnavailableHelp: 'The edge can reach the platform.',
  MemoryPressureHelp: 'There is enough free memory for training.',
  DiskPressureHelp: 'There is enough free space for uploads.',
  PIDPressureHelp: 'The number of processes is within limits.',
  guide: 'How to set it up',
  guide1: 'Install Tessera on a machine of your party that your browsers can reach.',
  guide2: 'Ask an administrator to generate a one-time enrolment command here, and run it on that machine.',
  guide3:
    'Start the edge. It creates its own keys and connects to the platform; you do not need to open a port for the platform.',
  guide4: 'Return to this page and check again. All checks above should pass within a few seconds.',
  setUp: pageTexts.setUpAnEdge,
  askAdmin: 'Ask an administrator of your party to set up the edge.',
  guideMore: 'Full requirements and troubleshooting',
  'guide.title': 'Requirements for training',
  'guide.intro': 'For the IT staff of a party, and for everyone who wants to find out why a training does not start.',
  'guide.need': 'Requirements',
  'guide.need.machine':
    'A machine of the party with Linux (or macOS, without sandboxing), 2 cores and 4 GB of memory; more for large tables.',
  'guide.need.programs':
    'Installed on it: git, make, Node 20 or newer, and Python 3.11 to 3.13. No database is needed; the edge includes its own.',
  'guide.need.in':
    'The browsers of your own members must be able to reach it. The platform and other parties do not need access.',
  'guide.need.out':
    'It must be able to reach two ports of the platform: the console’s port and the federation’s port (the console’s port plus 4, unless the operator sets another).',
  'guide.steps': 'Set-up',
  'guide.task': 'Before each training',
  'guide.task.data':
    'Data: a dataset of the party is chosen, its columns match the task, and a member has confirmed its category names.',
  'guide.task.ticket': 'Consent: a signer of the party has signed the ticket for the current plan.',
  'guide.task.code': 'Code: the edge and the platform have the same code of the algorithm, that is, the same version.',
  'guide.software': 'Software: what to do if a check fails',
  'guide.hardware': 'Machine: what to do if a check fails',
  edgeDo: 'Start the edge on its machine with “make edge”, and check that the machine can reach the platform.',
  pagesDo:
    'Start the edge with “make edge”, which builds these pages, or set PAGE_DIR to the folder that contains them.',
  storageDo: 'The data folder (DATA_DIR) must belong to the user that runs the edge and be on a writable disk.',
  booksDo:
    'The file edge.sqlite in the data folder cannot be read or is in use by another program. Stop that program, or restart the edge.',
  supernodeDo:
    'Allow outbound connections from the machine to the federation’s port. A proxy must not terminate this TLS connection, because the certificate is checked.',
  runnerDo:
    'Restart the edge. If the runner stops again, check the output of the edge: either Python is the cause, or this Linux cannot sandbox algorithms.',
  nodeDo:
    'This takes a few seconds after a start. If it stays like this while the training link is ready, ask an administrator to enrol the edge again with a new command.',
  superlinkDo:
    'You do not need to do anything at your party. Inform the operator of the platform. Training continues once the component is back.',
  NetworkUnavailableDo:
    'The platform has not heard from the edge. Check that the edge is running and that its machine can reach the platform’s address.',
  MemoryPressureDo: `Less than ${MACHINE_BOUNDS.freeMemoryPercent} % of the memory is free. Stop other programs, or add memory.`,
  DiskPressureDo: `Less than ${MACHINE_BOUNDS.freeDiskGigabytes} GB of disk space is free. Delete datasets that are no longer needed, or add disk space.`,
  PIDPressureDo: `More than ${MACHINE_BOUNDS.processPercent} % of the processes that the system allows are running. Stop other programs.`,
}
