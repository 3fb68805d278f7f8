import { hostname } from 'node:os'
import { isLoopback } from '@tessera/server'
import type { Line } from './env-file.ts'

/** Returns the settings that an edge's operator may want to change. `docs/reference/settings.md` lists all settings. */
export function edgeLines(platformUrl: string, env: NodeJS.ProcessEnv): Line[] {
  // An edge for a platform on the same machine is a trial, so it listens only locally. Otherwise, browsers connect from
  // other machines.
  const isTrial = URL.canParse(platformUrl) && isLoopback(new URL(platformUrl).hostname)
  const port = env.PORT || '8081'
  const isOwn = !isTrial && !env.EDGE_TLS_CERT
  return [
    { name: 'PLATFORM_URL', about: 'The platform. The edge only ever calls out.', value: platformUrl },
    {
      name: 'PLATFORM_CA',
      about: 'File (PEM) of the authority that vouches for the platform, where that is a private one.',
    },
    {
      name: 'EDGE_URL',
      about: "How browsers of your party reach this edge: https and this machine's name or address in your house.",
      value: isTrial ? `http://127.0.0.1:${port}` : `https://${hostname().toLowerCase()}:${port}`,
    },
    { name: 'PORT', about: 'Port to listen on.', value: port },
    {
      name: 'HOST',
      about: 'Address to listen on: 0.0.0.0 for all; 127.0.0.1 for this machine alone, or behind a proxy on it.',
      value: isTrial ? '127.0.0.1' : '0.0.0.0',
    },
    {
      name: 'EDGE_TLS_CERT',
      about:
        "Certificate with its chain (PEM) for EDGE_URL's host; `own` makes one under a root of this edge, which the console's certificate dialog offers. Empty behind a proxy.",
      value: isOwn ? 'own' : undefined,
    },
    { name: 'EDGE_TLS_KEY', about: 'Its private key (PEM); empty with `own`.' },
    {
      name: 'EDGE_SIGNERS',
      about:
        'User names, separated by commas, of those who may sign tickets beside the administrator who enrolled this edge. Read at the first start; later a signer changes the list on the page /members of this edge.',
    },
    { name: 'EDGE_MINIMUM_ROWS', about: 'The fewest rows a ticket may grant.', value: '20' },
    {
      name: 'EDGE_DIFFERENCE_REFUSED',
      about: 'A ticket is refused if fewer rows than this differ from an earlier run; can only be raised.',
      value: '3',
    },
    {
      name: 'EDGE_DIFFERENCE_CONFIRMED',
      about: 'If fewer rows than this differ, its signer confirms that; can only be raised.',
      value: '10',
    },
  ]
}
