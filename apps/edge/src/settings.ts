import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CONFIRMED_BELOW,
  type EdgeRole,
  MINIMUM_ROWS,
  NewPin,
  REFUSED_BELOW,
  WORKER_SILENT_SECONDS,
} from '@tessera/contract'
import { DEFAULT_PREFIX, SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { BadSettings, isLoopback, list, port, prefix, readSettings, setting } from '@tessera/server'
import { OWN } from '@tessera/server/certificates'
import { z } from 'zod'
import type { ProviderOptions } from './features/signing/index.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Parses a setting such as `data-office=signer/A01`: a group of the organisation's identity provider, and the role and
 * department of its members.
 */
const ProviderGroup = z
  .string()
  .regex(/^.+=(reader|signer)(\/.+)?$/, 'must read group=reader, group=signer or group=reader/department')
  .transform((text) => {
    const at = text.lastIndexOf('=')
    const [role, ...department] = text.slice(at + 1).split('/')
    return { group: text.slice(0, at).trim(), role: role as EdgeRole, department: department.join('/') }
  })

/** All settings of an edge. The table in the documentation is generated from them. */
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
  EDGE_HANDOVER: setting(
    z.string().optional(),
    "Where another machine is the party's edge until now: that one's word for this one, which a signer has it give on its page /members. Needed with EDGE_ENROLMENT, on an empty DATA_DIR.",
  ),
  EDGE_URL: setting(
    z
      .url()
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    "Address at which the party's browsers reach this edge; default 127.0.0.1:PORT. If it changes, browsers use the new address only after a signer has confirmed it on its /members page.",
  ),
  EDGE_TLS_CERT: setting(
    z.string().optional(),
    'Path of the certificate (PEM, with its chain) that browsers receive; `own` for one issued by a root of this edge, which is the default on any address except loopback.',
  ),
  EDGE_TLS_KEY: setting(z.string().optional(), 'Path of the private key (PEM) of EDGE_TLS_CERT.'),
  EDGE_SIGNERS: setting(
    list.prefault(''),
    "User names, separated by commas, of the members who may sign consent tickets, in addition to the administrator whose code enrolled this edge. Read at the first start only; later, a signer changes the list on the edge's own page, /members, with their PIN or passkey. The platform cannot add a signer.",
  ),
  EDGE_FIRST_PIN: setting(
    NewPin.optional(),
    'For demonstrations: PIN (at least six characters) for every signer without a PIN, instead of a one-time code printed at the start. It replaces a shorter PIN that this setting assigned earlier. Refused if HOST or EDGE_URL is not this machine.',
  ),
  EDGE_OIDC_ISSUER: setting(
    z
      .url()
      .refine((url) => !/[?#]/.test(url), 'must be the bare address that the provider itself gives as its issuer')
      .optional(),
    "Issuer URL of your organisation's identity provider (OpenID Connect). Members log in there to open a session at this edge.",
  ),
  EDGE_OIDC_CLIENT_ID: setting(z.string().optional(), 'Client id under which the provider has registered this edge.'),
  EDGE_OIDC_CLIENT_SECRET: setting(
    z.string().optional(),
    'Client secret that belongs to EDGE_OIDC_CLIENT_ID. Without it, the edge is a public client, and only PKCE binds an authorisation code to it.',
  ),
  EDGE_OIDC_NAME: setting(
    z.string().optional(),
    "Name of the provider on the log-in button; default: the issuer's host.",
  ),
  EDGE_OIDC_GROUPS: setting(
    list.pipe(z.array(ProviderGroup)).prefault(''),
    'Role of each group: `group=reader`, `group=signer` or `group=reader/department`, separated by commas. The first group that a user belongs to counts; users in no listed group are refused.',
  ),
  EDGE_OIDC_GROUPS_CLAIM: setting(z.string().default('groups'), "Claim that lists a user's groups."),
  EDGE_OIDC_USERNAME_CLAIM: setting(
    z.string().default('preferred_username'),
    'Claim that holds a user name as registered on the platform.',
  ),
  EDGE_OIDC_SCOPE: setting(
    z
      .string()
      .regex(/(^| )openid( |$)/, 'must hold openid')
      .default('openid profile'),
    'What the edge asks the provider for.',
  ),
  EDGE_MINIMUM_ROWS: setting(
    z.coerce.number().int().min(1).default(MINIMUM_ROWS),
    'The fewest rows a ticket may grant: from updates on very few rows something about each could be guessed.',
  ),
  EDGE_DIFFERENCE_REFUSED: setting(
    z.coerce.number().int().min(REFUSED_BELOW).default(REFUSED_BELOW),
    'A ticket whose rows differ from those of an earlier run by fewer rows than this, but by at least one, is refused: the difference of both results would be the values of these rows. Can only be raised.',
  ),
  EDGE_DIFFERENCE_CONFIRMED: setting(
    z.coerce.number().int().min(CONFIRMED_BELOW).default(CONFIRMED_BELOW),
    'A ticket whose rows differ by fewer rows than this is signed only after an explicit confirmation. Can only be raised.',
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
      .default(resolve(repository, 'apps/web/dist-edge-pages'))
      .transform((path) => resolve(path)),
    "The built pages of the edge's own. Without a `edge-pages.html` there nobody sees rows or signs in a browser.",
  ),
  PREFIX: setting(
    prefix.default(DEFAULT_PREFIX),
    'Calls are answered under this path too, beside the root; / for the root alone.',
  ),
} as const

type Values = ReturnType<typeof readSettings<typeof settings>>
export type EdgeSettings = Omit<Values, 'EDGE_URL'> & {
  EDGE_URL: string
  /** The organisation's identity provider, from the settings that describe it. */
  PROVIDER: ProviderOptions | undefined
}

/**
 * If the limit below which signing is refused exceeds the limit below which it must be confirmed, the second is raised,
 * because refused differences need no confirmation.
 */
export const differenceLimitsOf = (values: Pick<Values, 'EDGE_DIFFERENCE_REFUSED' | 'EDGE_DIFFERENCE_CONFIRMED'>) => ({
  refused: values.EDGE_DIFFERENCE_REFUSED,
  confirmed: Math.max(values.EDGE_DIFFERENCE_CONFIRMED, values.EDGE_DIFFERENCE_REFUSED),
})

/** Reads the settings from environment variables. Throws `BadSettings` with every invalid value. */
export function readEdgeSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const values = readSettings(settings, env)
  checkTls(values)
  if (!isPrivate(values.PLATFORM_URL)) {
    throw new BadSettings(
      `PLATFORM_URL=${values.PLATFORM_URL}: a machine on the network path could read the traffic and impersonate the platform. Use https.`,
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
  // If the edge does not listen on loopback, no proxy on this machine is in front of it. Without another certificate,
  // the edge then creates its own.
  const ownCertificate = isHttps && !isLoopback(values.HOST) ? OWN : undefined
  const PROVIDER = readProvider(values, edgeUrl)
  return { ...values, EDGE_URL: edgeUrl, EDGE_TLS_CERT: values.EDGE_TLS_CERT ?? ownCertificate, PROVIDER }
}

function readProvider(values: Values, edgeUrl: string): ProviderOptions | undefined {
  const { EDGE_OIDC_ISSUER: issuer, EDGE_OIDC_CLIENT_ID: clientId, EDGE_OIDC_GROUPS: groups } = values
  if (!issuer) {
    if (!clientId && !values.EDGE_OIDC_CLIENT_SECRET && groups.length === 0) return undefined
    throw new BadSettings('EDGE_OIDC settings without EDGE_OIDC_ISSUER: name the provider, or remove them.')
  }
  if (!clientId) {
    throw new BadSettings(`EDGE_OIDC_ISSUER=${issuer}: set EDGE_OIDC_CLIENT_ID, what the provider calls this edge.`)
  }
  if (groups.length === 0) {
    throw new BadSettings(`EDGE_OIDC_ISSUER=${issuer}: nobody would be let in. Set EDGE_OIDC_GROUPS.`)
  }
  if (!isPrivate(issuer)) {
    throw new BadSettings(
      `EDGE_OIDC_ISSUER=${issuer}: a machine on the network path could log in as anybody. Use https.`,
    )
  }
  return {
    issuer,
    clientId,
    groups,
    clientSecret: values.EDGE_OIDC_CLIENT_SECRET,
    name: values.EDGE_OIDC_NAME ?? new URL(issuer).host,
    scope: values.EDGE_OIDC_SCOPE,
    groupsClaim: values.EDGE_OIDC_GROUPS_CLAIM,
    usernameClaim: values.EDGE_OIDC_USERNAME_CLAIM,
    returnUrl: `${edgeUrl}${SESSION_PAGE_PATH}`,
  }
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

/**
 * Checks that the port of EDGE_URL leads to the edge. Only a proxy on this machine may listen on another port or
 * forward an address without a port.
 */
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

/** Returns whether a connection to this address is protected against eavesdropping and impersonation. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
