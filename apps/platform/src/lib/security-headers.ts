import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The content security policy before log-in, which has to allow the edge of any party. Once the user acts for a party,
 * the console adds a policy that allows only this party's edge (apps/web/src/app/content-policy.ts).
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

/** HTTP headers that only documents need, not scripts or styles. */
const OF_DOCUMENTS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  // An edge page in a frame opens the window in which the edge requests the PIN. The page must be able to communicate
  // with this window.
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

/**
 * Returns whether the response is a script or style, which is part of a document and needs no document headers. Half a
 * kilobyte of headers for each file would slow down log-in.
 */
const isPart = (reply: FastifyReply) =>
  /^(text|application)\/(javascript|css)\b/.test(String(reply.getHeader('content-type')))
