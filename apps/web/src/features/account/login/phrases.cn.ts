import { cn as common } from '../../../lib/common-texts.cn.ts'
import type { en } from './phrases.en.ts'

export const cn = {
  login: common.logIn,
  loginIn: '{{seconds}} 秒后可再次登录',
  loginTitle: '登录 Tessera',
  account: '用户名、手机号或邮箱',
  password: '密码',
  captcha: '图形验证码',
  captchaHelp: '点击图片换一张。',
  captchaRefresh: '换一张图片',
  captchaAlt: '图形验证码',
  accountRequired: '请输入用户名、手机号或邮箱。',
  passwordRequired: '请输入密码。',
  captchaRequired: '请输入图片中的验证码。',
  forgot: '忘记密码？',
  noAccount: '还没有账号？',
  register: common.register,
  certificate: common.certificateDownload,
  loginAgain: '请重新登录',
  sessionEnded: '登录已失效。重新登录后可继续，本页内容保持不变。',
  leave: '离开本页',
  insecureTitle: '普通 http 下无法登录',
  insecure: '本页是从其他电脑以 http:// 打开的，浏览器因此无法加密密码。表单已停用，不会发送任何内容。',
  insecureGo: '请用 https 打开同一页面：',
  insecureStaff:
    '请向信息科询问平台的 https 地址。信息科人员：请为平台配置证书（设置 TLS_CERT 和 TLS_KEY），或在平台前部署提供 https 的反向代理，并将 PUBLIC_URL 设为该地址。在平台所在的机器上也可以使用 http://127.0.0.1。',
  farewell: '您的账号已注销，感谢您的使用。',
} satisfies Record<keyof typeof en, string>
