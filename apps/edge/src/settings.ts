import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MINIMUM_ROWS } from '@tessera/contract'
import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { BadSettings, isLoopback, port, prefix, readSettings, setting } from '@tessera/server'
import { z } from 'zod'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/** Every setting of an edge: the one documented table. */
export const settings = {
  PORT: setting(port.default(8081), 'Where the edge answers the browsers of its own party.'),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'The address it listens on. Anything but loopback needs https: EDGE_TLS_CERT and EDGE_TLS_KEY, or an https EDGE_URL before it.',
  ),
  DATA_DIR: setting(
    z
      .string()
      .default('.data/edge')
      .transform((path) => resolve(path)),
    'Rows, tickets, results, keys and the decision log. Keep it on an encrypted disk, back it up, and let nobody else read it. It belongs to one party for good.',
  ),
  PLATFORM_URL: setting(
    z.url().transform((url) => url.replace(/\/+$/, '')),
    'The platform, as this machine reaches it: https, unless it is on this machine. The edge only ever calls out; no port need be opened for the platform. A private certificate authority goes into NODE_EXTRA_CA_CERTS.',
  ),
  EDGE_ENROLMENT: setting(
    z.string().optional(),
    "The one-time code of the party's administrator (console, party page). Needed the first time only; a new code on kept data joins again with the same keys.",
  ),
  EDGE_URL: setting(
    z
      .url()
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    "The address under which the party's browsers reach this edge; http://127.0.0.1:PORT unless given.",
  ),
  EDGE_TLS_CERT: setting(z.string().optional(), 'Path of the certificate (PEM, with its chain) browsers are shown.'),
  EDGE_TLS_KEY: setting(z.string().optional(), 'Path of its private key (PEM).'),
  EDGE_SIGNERS: setting(
    list,
    'User names, separated by commas, of those who may sign consent tickets, beside the administrator whose code enrolled this edge. The platform cannot add to this list.',
  ),
  EDGE_MINIMUM_ROWS: setting(
    z.coerce.number().int().min(1).default(MINIMUM_ROWS),
    'The fewest rows a ticket may lend: from updates on very few rows something about each could be guessed.',
  ),
  PYTHON: setting(
    z.string().default(resolve(repository, '.venv/bin/python')),
    "Python with the engine's requirements, for SuperNode and runner.",
  ),
  ENGINE_DIR: setting(
    z
      .string()
      .default(resolve(repository, 'engine'))
      .transform((path) => resolve(path)),
    'The engine folder of this installation.',
  ),
  PREFIX: setting(
    prefix.default(DEFAULT_PREFIX),
    'Calls are answered under this path too, beside the root; / for the root alone.',
  ),
} as const

export type EdgeSettings = Omit<ReturnType<typeof readSettings<typeof settings>>, 'EDGE_URL'> & { EDGE_URL: string }

/** Reads the environment. Throws `BadSettings` with every bad value named. */
export function readEdgeSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const values = readSettings(settings, env)
  const hasCertificate = Boolean(values.EDGE_TLS_CERT && values.EDGE_TLS_KEY)
  if (Boolean(values.EDGE_TLS_CERT) !== Boolean(values.EDGE_TLS_KEY)) {
    throw new BadSettings('EDGE_TLS_CERT and EDGE_TLS_KEY go together: set both or neither.')
  }
  if (!isPrivate(values.PLATFORM_URL)) {
    throw new BadSettings(
      `PLATFORM_URL=${values.PLATFORM_URL}: whoever stands between could read along and speak for the platform. Use https.`,
    )
  }
  const edgeUrl = values.EDGE_URL ?? `${hasCertificate ? 'https' : 'http'}://127.0.0.1:${values.PORT}`
  if (!isPrivate(edgeUrl) || !(edgeUrl.startsWith('https:') || isLoopback(values.HOST))) {
    throw new BadSettings(
      `HOST=${values.HOST}, EDGE_URL=${edgeUrl}: rows would travel in the clear. Set EDGE_TLS_CERT and EDGE_TLS_KEY, or an https EDGE_URL.`,
    )
  }
  return { ...values, EDGE_URL: edgeUrl }
}

/** Nobody on the way can read along or answer instead. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
