import { type ErrorParams, fill, type Language } from '@tessera/contract'

/**
 * The texts of errors without a server's message, because no server answered or the answer came from another program.
 */
const en = {
  'client.session-ended': 'Your session has ended. Log in again.',
  'client.login-required': 'Log in to continue.',
  'client.no-response':
    'The platform does not respond. Check your network. If the platform uses a self-signed certificate, trust it first.',
  'client.timeout': 'The request timed out. Try again.',
  'client.unreadable':
    'The response could not be read (HTTP {{status}}). Reload the page; the platform may have been updated.',
  'client.insecure-context':
    'Passwords are encrypted before they are sent. This browser supports that only over https or on localhost. Open this page with https:// (ask your administrator for the address).',
  'client.edge-none':
    'Your party has no edge yet. Ask an administrator to create an enrolment command on the party page and start an edge.',
  'client.edge-mixed-content':
    "This page uses https, but your party's edge ({{edge}}) uses http, so the browser blocks it. Configure a certificate for the edge.",
  'client.edge-certificate':
    'The edge {{edge}} is running, but this browser does not trust its certificate. Trust it as described in the certificate help, then try again.',
  'client.edge-local-network':
    "The browser blocks access to the local network, where your party's edge ({{edge}}) is. Allow “local network” for this site in the address bar, then try again.",
  'client.edge-down':
    "Your party's edge ({{edge}}) is not running or cannot reach the platform. Ask your administrator to start it.",
  'client.edge-unreachable':
    "The edge is running, but this computer cannot reach {{edge}}. Check that you are on your party's network.",
  'client.edge-page-silent':
    'The edge {{edge}} responds, but its page does not appear. If the machine is busy, this takes a while; the page then appears automatically. If it does not, ask your administrator to update the edge to the version of the platform and to build its pages.',
  'client.upload-failed': 'The data could not be read. See the upload window for the reason.',
  'client.frame-gone':
    'The page that opened this window is no longer open. Close this window, return to the console and press the button there again.',
  'client.edge-404':
    'Edge service error: this address does not exist at {{edge}}. The edge may be an older version, or another service may be running there.',
}

const cn = {
  'client.session-ended': '登录已失效，请重新登录。',
  'client.login-required': '请先登录。',
  'client.no-response': '平台没有响应。请检查网络；如果平台使用自签证书，请先信任该证书。',
  'client.timeout': '请求超时，请重试。',
  'client.unreadable': '无法读取服务器的响应（HTTP {{status}}）。请刷新页面，平台可能已升级。',
  'client.insecure-context':
    '密码在发送前会加密，而此浏览器仅在 https 或本机地址下支持加密。请用 https:// 打开本页（地址请询问管理员）。',
  'client.edge-none': '本机构还没有数据节点。请联系机构管理员在机构管理页生成接入命令并启动数据节点。',
  'client.edge-mixed-content':
    '本页使用 https，而本机构的数据节点（{{edge}}）使用 http，浏览器拒绝访问。请为数据节点配置证书。',
  'client.edge-certificate': '数据节点 {{edge}} 正在运行，但浏览器不信任它的证书。请按“证书帮助”信任证书后重试。',
  'client.edge-local-network':
    '浏览器阻止本页访问局域网，而本机构的数据节点（{{edge}}）在局域网中。请在地址栏为本站允许“本地网络”后重试。',
  'client.edge-down': '本机构的数据节点（{{edge}}）没有运行，或无法连接平台。请联系管理员启动。',
  'client.edge-unreachable': '数据节点正在运行，但这台电脑无法访问 {{edge}}。请确认您在本机构的网络内。',
  'client.edge-page-silent':
    '数据节点 {{edge}} 有响应，但其页面未显示。机器繁忙时需要等待，之后页面会自动显示；若始终不显示，请联系管理员将数据节点升级到与平台相同的版本并构建页面。',
  'client.upload-failed': '数据未能读取，原因见上传窗口。',
  'client.frame-gone': '打开本窗口的页面已关闭。请关闭本窗口，返回控制台并再次点击该按钮。',
  'client.edge-404': '数据节点服务异常：{{edge}} 上没有这个地址。数据节点的版本可能过旧，或该地址上运行的是其他服务。',
} satisfies Record<keyof typeof en, string>

export type ClientErrorCode = keyof typeof en

export function isClientErrorCode(code: string): code is ClientErrorCode {
  return code in en
}

export function clientErrorText(language: Language, code: ClientErrorCode, params: ErrorParams = {}): string {
  return fill((language === 'en' ? en : cn)[code], params)
}

/** What is known about a call that failed without a valid answer. */
export interface Circumstances {
  target: 'platform' | 'edge'
  /** HTTP status of the answer, or 0 if there was no answer. */
  status: number
  hasToken: boolean
  pageIsSecure: boolean
  edgeUrl?: string
  /** Whether the browser permits this site to reach the local network. */
  localNetwork?: 'granted' | 'denied' | 'prompt' | 'unknown'
  /** Whether the platform receives the edge's heartbeat. */
  edgeAlive?: boolean | 'unknown'
}

/**
 * Returns the cause of a failed call. If an edge is silent but the platform knows that it runs, the browser does not
 * trust its certificate; otherwise the edge is down.
 */
export function diagnose(seen: Circumstances): ClientErrorCode {
  if (seen.target === 'platform') {
    if (seen.status === 401) return seen.hasToken ? 'client.session-ended' : 'client.login-required'
    return seen.status === 0 ? 'client.no-response' : 'client.unreadable'
  }
  if (seen.status === 404) return 'client.edge-404'
  if (seen.status !== 0) return 'client.unreadable'
  const edge = seen.edgeUrl ?? ''
  if (seen.pageIsSecure && edge.startsWith('http:') && !isLoopback(edge)) return 'client.edge-mixed-content'
  if (seen.localNetwork === 'denied') return 'client.edge-local-network'
  if (seen.edgeAlive === false) return 'client.edge-down'
  if (edge.startsWith('https:')) return 'client.edge-certificate'
  return seen.edgeAlive === true ? 'client.edge-unreachable' : 'client.edge-down'
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(url)
}
