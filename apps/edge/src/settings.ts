import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MINIMUM_ROWS, NewPin, WORKER_SILENT_SECONDS } from '@tessera/contract'
import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { BadSettings, isLoopback, list, port, prefix, readSettings, setting } from '@tessera/server'
import { OWN } from '@tessera/server/certificates'
import { z } from 'zod'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Every setting of an edge: the one documented table. */
export const settings = {
  PORT: setting(port.default(8081), 'Where the edge answers the browsers of its own party.'),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'The address it listens on. On anything but loopback it speaks https itself, so EDGE_URL must be https; on loopback an https EDGE_URL means a proxy on this machine.',
  ),
  DATA_DIR: setting(
    z
      .string()
      .default('.data/edge')
      .transform((path) => resolve(path)),
    'Rows, tickets, results, keys and the decision log. Keep it on an encrypted disk, back it up, and let nobody else read it. It belongs to one party for good. keys/pin-pepper in it is backed up apart.',
  ),
  PLATFORM_URL: setting(
    z.url().transform((url) => url.replace(/\/+$/, '')),
    'The platform, as this machine reaches it: https, unless it is on this machine. The edge only ever calls out; no port need be opened for the platform. A private certificate authority goes into PLATFORM_CA.',
  ),
  PLATFORM_CA: setting(
    z.string().optional(),
    'File of a certificate authority (PEM) that vouches for the platform beside the well-known ones. Joining a platform with a root of its own fills it.',
  ),
  EDGE_ENROLMENT: setting(
    z.string().optional(),
    "The one-time code of the party's administrator (console, party page). Needed the first time only; a new code on kept data joins again, with new keys.",
  ),
  EDGE_URL: setting(
    z
      .url()
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    "The address under which the party's browsers reach this edge; 127.0.0.1:PORT unless given.",
  ),
  EDGE_TLS_CERT: setting(
    z.string().optional(),
    'Path of the certificate (PEM, with its chain) browsers are shown; `own` for one under a root of this edge, as on anything but loopback without another.',
  ),
  EDGE_TLS_KEY: setting(z.string().optional(), 'Path of its private key (PEM).'),
  EDGE_SIGNERS: setting(
    list.prefault(''),
    "User names, separated by commas, of those who may sign consent tickets, beside the administrator whose code enrolled this edge. Read at the first start only; from then on a signer changes the list on the edge's own page, /members, with their PIN or passkey. The platform cannot add to it.",
  ),
  EDGE_FIRST_PIN: setting(
    NewPin.optional(),
    'For demonstrations: the PIN, of six characters or more, of every signer who has none, in place of a one-time code printed at the start. A shorter one it set before gives way to it. Refused where HOST or EDGE_URL is not this machine.',
  ),
  EDGE_MINIMUM_ROWS: setting(
    z.coerce.number().int().min(1).default(MINIMUM_ROWS),
    'The fewest rows a ticket may grant: from updates on very few rows something about each could be guessed.',
  ),
  EDGE_SILENT_SECONDS: setting(
    z.coerce.number().int().min(WORKER_SILENT_SECONDS).default(300),
    'A process that computes on rows and uses no processor time for so many seconds hangs: it is ended, and its part of the round asked for again. Seen on Linux only.',
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
  PAGE_DIR: setting(
    z
      .string()
      .default(resolve(repository, 'apps/web/dist-rooms'))
      .transform((path) => resolve(path)),
    "The built pages of the edge's own. Without a `rooms.html` there nobody sees rows or signs in a browser.",
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
  checkTls(values)
  if (!isPrivate(values.PLATFORM_URL)) {
    throw new BadSettings(
      `PLATFORM_URL=${values.PLATFORM_URL}: whoever stands between could read along and speak for the platform. Use https.`,
    )
  }
  const edgeUrl = values.EDGE_URL ?? `${values.EDGE_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${values.PORT}`
  const isHttps = edgeUrl.startsWith('https:')
  if (!isPrivate(edgeUrl) || !(isHttps || isLoopback(values.HOST))) {
    throw new BadSettings(
      `HOST=${values.HOST}, EDGE_URL=${edgeUrl}: rows would travel in the clear. Set an https EDGE_URL: the address the party's browsers use.`,
    )
  }
  if (values.EDGE_TLS_CERT && !isHttps) {
    throw new BadSettings(`EDGE_URL=${edgeUrl}: with EDGE_TLS_CERT the edge speaks https only. Begin it with https://.`)
  }
  checkPort(values, edgeUrl)
  if (values.EDGE_FIRST_PIN && !(isLoopback(values.HOST) && isLoopback(new URL(edgeUrl).hostname))) {
    throw new BadSettings(
      `EDGE_FIRST_PIN is for demonstrations on one machine; this edge is reached from others (HOST=${values.HOST}, EDGE_URL=${edgeUrl}). Remove it: the edge prints one-time codes.`,
    )
  }
  // Off loopback nobody stands between the browsers and this process: without another certificate it makes its own.
  const ownCertificate = isHttps && !isLoopback(values.HOST) ? OWN : undefined
  return { ...values, EDGE_URL: edgeUrl, EDGE_TLS_CERT: values.EDGE_TLS_CERT ?? ownCertificate }
}

function checkTls({
  EDGE_TLS_CERT,
  EDGE_TLS_KEY,
}: { [name in 'EDGE_TLS_CERT' | 'EDGE_TLS_KEY']?: string | undefined }) {
  if (EDGE_TLS_CERT === OWN && EDGE_TLS_KEY) {
    throw new BadSettings(
      'EDGE_TLS_CERT=own: the edge makes the key itself. Remove EDGE_TLS_KEY, or name a certificate.',
    )
  }
  if (EDGE_TLS_CERT !== OWN && Boolean(EDGE_TLS_CERT) !== Boolean(EDGE_TLS_KEY)) {
    throw new BadSettings('EDGE_TLS_CERT and EDGE_TLS_KEY go together: set both or neither.')
  }
}

/** A proxy on this machine listens elsewhere than the edge, and an address without a port may be passed on to it; else nobody does. */
function checkPort(
  { HOST, PORT, EDGE_TLS_CERT }: { HOST: string; PORT: number; EDGE_TLS_CERT?: string | undefined },
  edgeUrl: string,
) {
  const { protocol, port } = new URL(edgeUrl)
  const isProxied = protocol === 'https:' && isLoopback(HOST) && !EDGE_TLS_CERT
  if (isProxied || port === '' || Number(port) === PORT) return
  throw new BadSettings(
    `EDGE_URL=${edgeUrl} leads browsers to port ${port}, and this edge listens on PORT=${PORT}. Write the same port in both.`,
  )
}

/** Nobody on the way can read along or answer instead. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
