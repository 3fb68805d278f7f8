import type { EdgeSession, Signing } from '@tessera/contract'

const SIGNER = { role: 'signer', department: '' } as const

export function signing(change: Partial<Signing> = {}): Signing {
  const addTime = new Date('2026-01-05T00:00:00Z')
  return {
    username: 'alice',
    isSigner: true,
    isMember: true,
    hasPin: true,
    passkeys: 0,
    wrongTries: 0,
    lockedUntil: null,
    passkeyHost: null,
    move: null,
    members: [
      {
        username: 'alice',
        displayName: 'Alice',
        ...SIGNER,
        addedBy: null,
        addTime,
        hasPin: true,
        passkeys: 0,
        fromProvider: false,
        machineEnd: null,
      },
      {
        username: 'bob',
        displayName: 'Bob',
        ...SIGNER,
        addedBy: 'alice',
        addTime,
        hasPin: false,
        passkeys: 0,
        fromProvider: false,
        machineEnd: null,
      },
    ],
    ...change,
  }
}

export const session = (): EdgeSession => ({
  username: 'alice',
  displayName: 'Alice',
  role: 'signer',
  openTime: new Date('2026-01-05T08:00:00Z'),
  endTime: new Date('2026-01-05T20:00:00Z'),
})
