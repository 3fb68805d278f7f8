import type { Dataset, Registration, TaskDetail } from '@tessera/contract'

const noAbilities: TaskDetail['abilities'] = {
  join: false,
  apply: false,
  quit: false,
  disband: false,
  delete: false,
  invite: false,
  answerInvitation: false,
  edit: false,
  offerData: false,
  start: false,
  closeJoining: false,
  reopenJoining: false,
  stop: false,
  resubmit: false,
  remind: false,
  review: false,
  watch: false,
}

/** Returns a task for tests that recruits. By default, no choice is made and the user has no abilities. */
export function taskDetail({
  abilities = {},
  ...change
}: Partial<Omit<TaskDetail, 'abilities'>> & { abilities?: Partial<TaskDetail['abilities']> } = {}): TaskDetail {
  return {
    id: 't1',
    name: 'Tumour diagnosis',
    description: 'Is it malignant?',
    avatar: null,
    partyId: '1001',
    partyName: 'Hospital A',
    visibility: 'public',
    status: 'recruiting',
    researchType: 'federated',
    kind: 'horizontal',
    algorithms: [],
    parameters: null,
    columnSelection: null,
    originTaskId: null,
    createdBy: 'alice',
    createTime: new Date('2026-01-05T08:00:00Z'),
    partyCount: 1,
    rowCount: 0,
    contentType: null,
    role: null,
    isComplete: false,
    modelId: null,
    logUrl: null,
    planHash: null,
    start: null,
    canResume: false,
    joining: 'open',
    fewest: null,
    waitMinutes: null,
    droppedParameters: [],
    abilities: { ...noAbilities, ...abilities },
    ...change,
  }
}

export function registration(change: Partial<Registration> = {}): Registration {
  return {
    id: 'r1',
    taskId: 't1',
    partyId: '1001',
    partyName: 'Hospital A',
    partyAvatar: null,
    role: 'initiator',
    status: 'joined',
    readiness: { data: false, environment: true },
    grant: 'none',
    staleBecause: [],
    edgeCode: null,
    names: 'none',
    datasetId: null,
    datasetName: null,
    rowCount: 0,
    mapping: [],
    note: '',
    canShowDetail: false,
    isOnline: true,
    lastSeen: new Date('2026-01-05T09:00:00Z'),
    createTime: new Date('2026-01-05T08:00:00Z'),
    ...change,
  }
}

export function ownDataset(change: Partial<Dataset> = {}): Dataset {
  return {
    id: 'd1',
    name: 'Biopsies',
    description: '',
    partyId: '1001',
    partyName: 'Hospital A',
    createdBy: 'alice',
    createTime: new Date(),
    contentType: 'tabular',
    sharing: 'party',
    size: '1 KB',
    rowCount: 30,
    tableName: 'table1',
    columns: ['radius', 'texture', 'diagnosis'],
    columnTypes: { radius: 'number', texture: 'number', diagnosis: 'text' },
    labelColumns: [],
    mapping: [],
    repeatedId: null,
    abilities: { readRows: true, delete: true },
    ...change,
  }
}
