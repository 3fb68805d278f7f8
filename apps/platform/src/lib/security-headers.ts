import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Sent before anybody is logged in, so it has to allow any party's edge. Once a party is chosen, the console adds a policy
 * that names its edge only (apps/web/src/app/content-policy.ts).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http://127.0.0.1:* http://localhost:*",
  "connect-src 'self' ws: wss: https: http://127.0.0.1:* http://localhost:*",
  'frame-src https: http://127.0.0.1:* http://localhost:*',
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Heeded where a document is opened. */
const OF_DOCUMENTS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  // A page of an edge in a frame opens the one on which the edge asks for a PIN, and has to be heard by it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }) {
  app.addHook('onSend', async (_request, reply) => {
    if (!isPart(reply)) {
      for (const [name, value] of Object.entries(OF_DOCUMENTS)) {
        if (!reply.hasHeader(name)) reply.header(name, value)
      }
    }
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

/** A script or a style: only ever a part of a document, whose headers count. Half a kilobyte for each would tell on the way to log in. */
const isPart = (reply: FastifyReply) =>
  /^(text|application)\/(javascript|css)\b/.test(String(reply.getHeader('content-type')))
