import { z } from 'zod'
import { type Department, EDGE_TOKEN_SECONDS, KNOWN_BROWSERS_MAX, MemberRole, User } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { MARKET_TOKEN_SECONDS, SOCKET_TOKEN_SECONDS } from '../figures.ts'
import { renamed, WirePartyId } from './codec.ts'
import { WireCodePurpose } from './vocabulary.ts'

const WireUser = renamed(User.shape, { displayName: 'realname' })
const contact = { phone: z.string().optional(), email: z.string().optional() }

export const GetPublicKey = endpoint({
  method: 'GET',
  path: '/sys/publicKey',
  access: 'open',
  output: z.object({ keyId: z.string(), spki: z.string(), nonce: z.string() }),
  summary: 'Returns the public key and nonce for encrypting passwords.',
  description: 'RSA-OAEP with SHA-256, base64. The plaintext is the nonce, a space and the password.',
})
export const GetCaptcha = endpoint({
  method: 'GET',
  path: '/sys/randomImage/:key',
  access: 'open',
  input: z.object({ key: z.string() }),
  output: z.string(),
  summary: 'Returns a captcha as a data URI.',
  description: 'The caller chooses the key, an integer from 1 to 100000, and sends it with the answer.',
})
export const Login = endpoint({
  method: 'POST',
  path: '/sys/login',
  access: 'open',
  input: renamed(
    {
      username: z.string(),
      password: z.string(),
      captcha: z.string(),
      captchaKey: z.string(),
      // Marks of a known browser. Like `knownBrowser`, they are not in the original API specification. A browser that
      // sends its mark is not locked out by wrong passwords that were entered elsewhere.
      knownBrowsers: z.array(z.string().max(1_000)).max(KNOWN_BROWSERS_MAX).optional(),
    },
    { captchaKey: 'checkKey' },
  ),
  output: renamed({ token: z.string(), user: WireUser, knownBrowser: z.string().optional() }, { user: 'userInfo' }),
  summary: 'Logs in with a user name, phone number or e-mail address.',
  description: 'User name and password are encrypted (`GET /sys/publicKey`).',
})
export const Logout = endpoint({
  method: 'POST',
  path: '/sys/logout',
  access: 'user',
  summary: 'Ends the session and closes its WebSockets.',
})
export const SendCode = endpoint({
  method: 'POST',
  path: '/sys/sms4aier',
  access: 'open',
  input: renamed(
    { phone: z.string().optional(), email: z.string().optional(), purpose: WireCodePurpose },
    { phone: 'mobile', purpose: 'smsmode' },
  ),
  summary: 'Sends a verification code to a phone number or e-mail address.',
})
export const Register = endpoint({
  method: 'POST',
  path: '/sys/user/register',
  access: 'open',
  input: renamed(
    { ...contact, password: z.string(), code: z.string(), username: z.string(), userType: z.number().default(2) },
    { code: 'smscode', userType: 'usertype' },
  ),
  output: renamed({ token: z.string(), user: WireUser }, { user: 'userInfo' }),
  summary: 'Creates an account and returns a session for it.',
  description: 'The password is encrypted (`GET /sys/publicKey`).',
})
export const CheckUnique = endpoint({
  method: 'GET',
  path: '/sys/user/checkOnlyUser',
  access: 'open',
  input: z.object({ ...contact, username: z.string().optional() }),
  summary: 'Succeeds if the user name, phone number or e-mail address is free.',
})
export const VerifyCode = endpoint({
  method: 'POST',
  path: '/sys/user/phoneVerification',
  access: 'open',
  input: renamed({ ...contact, code: z.string() }, { code: 'smscode' }),
  output: z.object({ username: z.string() }),
  summary: 'Checks a verification code without consuming it.',
  description: 'For a password reset, the answer names the account.',
})
export const ResetPassword = endpoint({
  method: 'POST',
  path: '/sys/user/passwordChange',
  access: 'open',
  input: renamed(
    { ...contact, username: z.string().optional(), password: z.string(), code: z.string() },
    { code: 'smscode' },
  ),
  summary: 'Sets a new password with a verification code.',
  description: 'The password is encrypted (`GET /sys/publicKey`).',
})
export const ChangePassword = endpoint({
  method: 'PUT',
  path: '/sys/user/updatePassword',
  access: 'user',
  input: renamed(
    { username: z.string().optional(), oldPassword: z.string(), password: z.string(), confirmation: z.string() },
    { oldPassword: 'oldpassword', confirmation: 'confirmpassword' },
  ),
  summary: "Changes the caller's password and ends the caller's other sessions.",
})
export const DeleteAccount = endpoint({
  method: 'POST',
  path: '/sys/user/deleteAccount',
  access: 'user',
  input: z.object({ password: z.string() }),
  summary: "Deletes the caller's account permanently.",
  description: 'The password is encrypted (`GET /sys/publicKey`).',
})
export const SendFeedback = endpoint({
  method: 'POST',
  path: '/sys/feedback',
  access: 'user',
  input: z.object({ text: z.string(), page: z.string() }),
  summary: 'Sends feedback to the operator.',
})
export const SetDepartment = endpoint({
  method: 'PUT',
  path: '/sys/user/updateOrg',
  input: z.object({ orgCode: z.string(), userId: z.string().optional() }),
  summary: "Sets a member's department in the party.",
  description: 'Members choose their own department once. Administrators set the department of any member.',
})
export const ListDepartments = endpoint({
  method: 'GET',
  path: '/sys/sysDepart/queryTreeListByPartyId',
  input: renamed({ partyId: WirePartyId.optional() }),
  output: z.array(
    renamed(
      { name: z.string(), orgCode: z.string(), children: z.array(z.lazy(() => WireDepartment)) },
      { name: 'departName' },
    ),
  ),
  summary: "Returns the party's departments as a tree.",
})
const WireDepartment: z.ZodType<Department, Record<string, unknown>> = z.codec(
  z.record(z.string(), z.unknown()),
  z.custom<Department>(),
  {
    decode: (body): Department => ({
      name: String(body.departName),
      orgCode: String(body.orgCode),
      children: z.decode(z.array(WireDepartment), (body.children ?? []) as Record<string, unknown>[]),
    }),
    encode: (d): Record<string, unknown> => ({
      departName: d.name,
      orgCode: d.orgCode,
      children: z.encode(z.array(WireDepartment), d.children),
    }),
  },
) as never
export const AddDepartment = endpoint({
  method: 'POST',
  path: '/sys/sysDepart/add',
  input: renamed({ parentCode: z.string(), name: z.string() }, { name: 'departName' }),
  output: z.object({ orgCode: z.string() }),
  summary: 'Adds a department below another one.',
})
export const RenameDepartment = endpoint({
  method: 'PUT',
  path: '/sys/sysDepart/edit',
  input: renamed({ orgCode: z.string(), name: z.string() }, { name: 'departName' }),
  summary: 'Renames a department.',
})
export const RemoveDepartment = endpoint({
  method: 'DELETE',
  path: '/sys/sysDepart/delete',
  input: z.object({ orgCode: z.string() }),
  summary: 'Removes a department without members, datasets and child departments.',
})
export const GetRole = endpoint({
  method: 'GET',
  path: '/sys/user/showUserRole',
  access: 'user',
  output: z.object({
    role: MemberRole.or(z.literal('tourist')),
    isSuperAdmin: z.boolean(),
    orgCode: z.string().nullable(),
  }),
  summary: "Returns the caller's role in the party.",
})
export const GetPermissions = endpoint({
  method: 'GET',
  path: '/sys/permission/getFlUserPermission',
  access: 'user',
  output: z.object({ menu: z.array(z.string()), buttons: z.array(z.string()) }),
  summary: 'Returns the menu entries and buttons that the caller can see.',
})
export const GetEdgeToken = endpoint({
  method: 'GET',
  path: '/sys/edgeToken',
  input: renamed({ partyId: WirePartyId }),
  output: z.object({ token: z.string(), expiresInSeconds: z.number() }),
  summary: `Returns an access token for the party's edge, valid for ${EDGE_TOKEN_SECONDS / 60} minutes.`,
})
export const GetSocketToken = endpoint({
  method: 'GET',
  path: '/sys/websocketTicket',
  access: 'user',
  output: renamed({ token: z.string() }, { token: 'ticket' }),
  summary: `Returns a single-use token for the WebSocket, valid for ${SOCKET_TOKEN_SECONDS} seconds.`,
})
export const GetMarketLink = endpoint({
  method: 'GET',
  path: '/sys/marketTicket',
  access: 'user',
  input: z.object({ returnUrl: z.string() }),
  output: z.object({ url: z.string() }),
  summary: 'Returns the address of the smart market with a single-use token.',
  description: `The token is valid for ${MARKET_TOKEN_SECONDS} seconds. It is not the session.`,
})
export const RedeemMarketToken = endpoint({
  method: 'POST',
  path: '/sys/marketTicket/redeem',
  access: 'open',
  input: z.object({ token: z.string() }),
  output: renamed(
    { userId: z.string(), username: z.string(), displayName: z.string(), avatar: z.string().nullable() },
    { displayName: 'realname' },
  ),
  summary: 'Returns the user to whom a token for the smart market belongs.',
  description: 'For the market itself. Each token can be redeemed once.',
})
