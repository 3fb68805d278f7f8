import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, operator, Refused, say, textOption, UsageError } from './command.ts'

export const signerCommands: Command[] = [
  {
    name: 'signer reset',
    usage: '<user> [--edge <DATA_DIR>] [--add]',
    about:
      "At an edge's machine: takes PIN and passkeys from one of its signers and prints a one-time code for new ones.",
    details: [
      "For somebody who lost them all; the edge must be stopped meanwhile. What they signed stands. It goes into the edge's",
      'log. The code is good until it is used, on the page /members of the edge.',
      '--edge <DATA_DIR>  the folder of the edge; DATA_DIR of the settings unless given',
      '--add              puts them on the list of signers if they are not there: when nobody on it is left',
    ],
    options: { edge: { type: 'string' }, add: { type: 'boolean' } },
    words: [1, 1],
    run: async ([username = ''], values) => {
      const folder = textOption(values.edge) ?? process.env.DATA_DIR
      if (!folder) throw new UsageError('which edge? --edge takes its DATA_DIR')
      const dataDir = resolve(folder)
      if (!existsSync(join(dataDir, 'edge.sqlite'))) throw new Refused(`${dataDir} holds no edge.`)
      const { resetAtMachine } = await import('../../apps/edge/src/operator.ts')
      const code = await resetAtMachine(dataDir, { username, mayAdd: values.add === true, by: operator() })
      if (code === undefined) throw new Refused(`${username} is not on the list of signers. --add puts them there.`)
      say(`${username} has neither PIN nor passkey at this edge any more.`)
      say(`One-time code to set them anew, on the edge's page /members: ${code}`)
    },
  },
]
