import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The policy before log-in, which has to allow any party's edge. Once a party is chosen, the console adds a policy that
 * names only its edge (apps/web/src/app/content-policy.ts).
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

/** Headers that apply to documents. */
const OF_DOCUMENTS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  // A framed edge page opens the window in which the edge asks for a PIN, and must keep its connection to it.
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
 * Whether the response is a script or style, which belongs to a document. Half a kilobyte of headers each would slow
 * log-in.
 */
const isPart = (reply: FastifyReply) =>
  /^(text|application)\/(javascript|css)\b/.test(String(reply.getHeader('content-type')))
