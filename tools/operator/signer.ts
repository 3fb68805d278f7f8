import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, operator, Refused, say, textOption, UsageError } from './command.ts'

export const signerCommands: Command[] = [
  {
    name: 'signer reset',
    usage: '<user> [--edge <DATA_DIR>] [--add]',
    about: "On an edge's machine: removes the PIN and passkeys of a signer and prints a one-time code to set new ones.",
    details: [
      "Use it for a signer who has lost all of them. Stop the edge first. Signed tickets stay valid. The edge's log records the",
      'reset. The code is valid until it is used, on the page /members of the edge.',
      '--edge <DATA_DIR>  the folder of the edge; by default DATA_DIR of the settings',
      '--add              adds the user to the list of signers, for an edge on which no signer is left',
    ],
    options: { edge: { type: 'string' }, add: { type: 'boolean' } },
    words: [1, 1],
    run: async ([username = ''], values) => {
      const folder = textOption(values.edge) ?? process.env.DATA_DIR
      if (!folder) throw new UsageError('no edge is given: use --edge <DATA_DIR>')
      const dataDir = resolve(folder)
      if (!existsSync(join(dataDir, 'edge.sqlite'))) throw new Refused(`${dataDir} contains no edge.`)
      const { resetAtMachine } = await import('../../apps/edge/src/operator.ts')
      const code = await resetAtMachine(dataDir, { username, mayAdd: values.add === true, by: operator() })
      if (code === undefined) throw new Refused(`${username} is not on the list of signers. Use --add to add them.`)
      say(`${username} no longer has a PIN or passkey at this edge.`)
      say(`One-time code to set new ones, on the edge's page /members: ${code}`)
    },
  },
]
