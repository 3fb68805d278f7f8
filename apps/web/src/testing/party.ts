import type { Department, EdgeStatus, JoinRequest, Member, Party } from '@tessera/contract'
import { testParty, testUser } from './world.tsx'

/** For tests only: members, requests, departments and an edge of the test party. */

const NOTHING = { setRole: false, setDepartment: false, remove: false, leave: false }
const MAY_NOT = { edit: false, invite: false, enrolEdge: false, appoint: false, announce: false }

/** Returns the test party as a member without special rights sees it. */
export const memberParty = (change: Partial<Party> = {}) => testParty({ abilities: MAY_NOT, ...change })

/** Returns a member other than the logged-in user, for whom no action is allowed. */
export function member(change: Partial<Member> = {}): Member {
  return {
    userId: 'u2',
    username: 'bob',
    displayName: 'Bob',
    avatar: null,
    role: 'member',
    orgCode: 'A01A01',
    joinTime: new Date('2026-02-03T00:00:00Z'),
    ...change,
    abilities: { ...NOTHING, ...change.abilities },
  }
}

/** Returns the member Alice, who is the logged-in user. */
export const self = (change: Partial<Member> = {}) =>
  member({
    userId: testUser.id,
    username: testUser.username,
    displayName: testUser.displayName,
    role: 'super-admin',
    orgCode: 'A01',
    ...change,
  })

export const mayAll: Member['abilities'] = { setRole: true, setDepartment: true, remove: true, leave: true }

export const departments: Department[] = [
  {
    name: '仁和医院',
    orgCode: 'A01',
    children: [
      { name: '放射科', orgCode: 'A01A01', children: [{ name: 'CT', orgCode: 'A01A01A01', children: [] }] },
      { name: '检验科', orgCode: 'A01A02', children: [] },
    ],
  },
]

export function request(change: Partial<JoinRequest> = {}): JoinRequest {
  return {
    id: 'r1',
    partyId: '1001',
    partyName: '仁和医院',
    userId: 'u9',
    username: 'dora',
    displayName: 'Dora',
    note: 'From radiology',
    status: 'waiting',
    reviewTime: null,
    createTime: new Date('2026-03-01T08:00:00Z'),
    ...change,
  }
}

export function edge(change: Partial<EdgeStatus> = {}): EdgeStatus {
  return {
    state: 'online',
    edgeUrl: 'https://edge.renhe.example',
    enrolledBy: 'alice',
    linkKeyHash: 'ab12'.repeat(16),
    nodeKeyHash: 'cd34'.repeat(16),
    confinement: 'on',
    release: null,
    enrolTime: new Date('2026-03-01T08:00:00Z'),
    lastSeen: new Date(),
    ...change,
  }
}

export const noEdge = () =>
  edge({
    state: 'none',
    edgeUrl: null,
    enrolTime: null,
    enrolledBy: null,
    lastSeen: null,
    linkKeyHash: null,
    nodeKeyHash: null,
    confinement: null,
  })
