import { existsSync } from 'node:fs'
import { isLoopback } from '@tessera/server'
import type { Line } from './env-file.ts'

/**
 * Returns the settings that an operator may want to change, with defaults for the public address.
 * `docs/reference/settings.md` lists all settings.
 */
export function platformLines({ PUBLIC_URL, TLS_CERT, TRUSTED_PROXIES }: NodeJS.ProcessEnv): Line[] {
  const url = PUBLIC_URL && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL) : undefined
  const isHere = Boolean(TRUSTED_PROXIES) || (url !== undefined && isLoopback(url.hostname))
  const isOwn = url?.protocol === 'https:' && !TLS_CERT && !TRUSTED_PROXIES
  return [
    {
      name: 'PUBLIC_URL',
      about: 'Where browsers and edges reach this platform, such as https://tessera.example.org:8443',
    },
    {
      name: 'DATABASE_URL',
      about:
        'PostgreSQL: postgres://tessera:<password>@127.0.0.1:5432/tessera (docs/guides/installing.md says how to create it).',
    },
    {
      name: 'HOST',
      about: 'Address to listen on: 0.0.0.0 for all; 127.0.0.1 behind a proxy.',
      value: isHere ? '127.0.0.1' : '0.0.0.0',
    },
    {
      name: 'PORT',
      about: 'Port of console, API and WebSocket; below 1024 the system asks for leave. Behind a proxy its target.',
      value: TRUSTED_PROXIES ? '8080' : url?.port || '8443',
    },
    {
      name: 'TLS_CERT',
      about:
        "Certificate with its chain (PEM) for PUBLIC_URL's host; `own` makes one under a root that every browser must be set to trust. Empty behind a proxy.",
      value: isOwn ? 'own' : undefined,
    },
    { name: 'TLS_KEY', about: 'Its private key (PEM); empty with `own`.' },
    {
      name: 'TRUSTED_PROXIES',
      about: 'Addresses of reverse proxies that speak https before this platform, separated by commas.',
    },
    { name: 'FLEET_PORT', about: "Where the parties' SuperNodes connect; PORT + 4 unless set." },
    { name: 'SMTP_URL', about: 'smtp(s)://user:password@host:port for codes by mail; without it they lie in outbox/.' },
    { name: 'SMTP_FROM', about: 'Sender of the mails.' },
    { name: 'SMS_WEBHOOK', about: 'Address that sends text messages; without it they lie in outbox/.' },
    { name: 'TRANSLATE_URL', about: 'A LibreTranslate service that translates for users; without it none is offered.' },
    { name: 'TRANSLATE_KEY', about: 'Its API key.' },
    { name: 'TRANSLATE_PRIVATE', about: '1 lets it lie in a private network, and be http.' },
  ]
}

/** Returns one line per missing setting, with how to get its value. */
export function missingIn({ DATABASE_URL, PUBLIC_URL, TLS_CERT, TRUSTED_PROXIES }: NodeJS.ProcessEnv, file: string) {
  const isHttps = PUBLIC_URL?.startsWith('https:')
  const missing = [
    PUBLIC_URL
      ? []
      : ['PUBLIC_URL: where browsers and edges reach this platform, such as https://tessera.example.org:8443'],
    DATABASE_URL ? [] : [HOW_TO_CREATE],
    isHttps && !TLS_CERT && !TRUSTED_PROXIES ? [WHO_SPEAKS_HTTPS] : [],
  ].flat()
  if (missing.length === 0) return undefined
  const once = 'PUBLIC_URL=https://… DATABASE_URL=postgres://… make platform'
  const remedy = existsSync(file) ? 'Write it there.' : `Give it once, and it is kept there:\n\n  ${once}`
  return `Missing in ${file}:\n\n  ${missing.join('\n\n  ')}\n\n${remedy}`
}

const WHO_SPEAKS_HTTPS = `TLS_CERT: PUBLIC_URL begins with https, and nobody speaks it. Name a certificate (TLS_CERT, TLS_KEY), or write
  TLS_CERT=own for one under a root of this platform, or TRUSTED_PROXIES=<address> for a proxy that speaks it.`
const HOW_TO_CREATE = `DATABASE_URL: a PostgreSQL database of its own. To create one on this machine:
    sudo -u postgres createuser --pwprompt tessera
    sudo -u postgres createdb --owner tessera tessera
  and then DATABASE_URL=postgres://tessera:<password>@127.0.0.1:5432/tessera`
