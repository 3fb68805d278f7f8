import { type ErrorParams, fill, type Language, type NotificationKind, phrase } from '@tessera/contract'
import type { NoticeParams } from '../../db/table.ts'

type Texts = Record<NotificationKind, string>

/**
 * The notice's parameters replace `{{task}}`, `{{party}}` etc.; the text of the notice's error code replaces
 * `{{reason}}`.
 */
const cn: Texts = {
  'task.join-requested': '{{party}}申请加入任务“{{task}}”。{{note}}',
  'task.join-approved': '加入任务“{{task}}”的申请已通过。',
  'task.join-rejected': '加入任务“{{task}}”的申请未通过。',
  'task.joined': '{{party}}已加入任务“{{task}}”。',
  'task.invited': '{{party}}邀请本机构参与任务“{{task}}”。',
  'task.invitation-declined': '{{party}}谢绝了任务“{{task}}”的邀请。',
  'task.quit': '{{party}}已退出任务“{{task}}”。',
  'task.disbanded': '发起方已解散任务“{{task}}”。',
  'task.plan-changed': '任务“{{task}}”的方案已变更，请重新查看并签署授权书。',
  'task.joining-closed': '任务“{{task}}”已停止招募，请查看并签署授权书。',
  'task.joining-reopened': '任务“{{task}}”重新开放招募，已签署的授权书作废；再次停止招募后请重新签署。',
  'task.data-deleted': '{{party}}删除了为任务“{{task}}”选择的数据，需要重新选择数据。',
  'task.remind-initiator': '{{party}}提醒您启动任务“{{task}}”。',
  'task.remind-participant': '{{party}}提醒您为任务“{{task}}”做好准备：选择数据并签署授权书。',
  'run.started': '任务“{{task}}”已开始训练。',
  'run.completed': '任务“{{task}}”训练完成，结果见任务页面。',
  'run.failed': '任务“{{task}}”训练失败：{{reason}}',
  'run.stopped': '任务“{{task}}”的训练已由{{party}}停止。',
  'grant.withdrawn': '{{party}}撤回了任务“{{task}}”的授权书。',
  'party.join-requested': '{{person}}申请加入“{{party}}”。{{note}}',
  'party.join-approved': '您加入“{{party}}”的申请已通过。',
  'party.join-rejected': '您加入“{{party}}”的申请未通过。',
  'party.joined': '{{person}}已加入“{{party}}”。',
  'party.left': '{{person}}已离开“{{party}}”。',
  'party.removed': '您已被移出“{{party}}”。',
  'party.role-changed': '您在“{{party}}”的角色已变更。',
  'party.announcement': '“{{party}}”公告：{{text}}',
  'edge.lost': '“{{party}}”的数据节点已离线。训练和推理将等待其恢复在线。',
  'edge.back': '“{{party}}”的数据节点已恢复在线。',
  'edge.revoked': '“{{party}}”的数据节点已被吊销。',
  'edge.replaced':
    '“{{party}}”被吊销的数据节点已由新的数据节点接替，且未经原数据节点批准。写明原密钥的授权书已失效；重新签署前请先向该机构核实。',
  'system.announcement': '系统公告：{{text}}',
}

const en: Texts = {
  'task.join-requested': '{{party}} asks to join the task “{{task}}”. {{note}}',
  'task.join-approved': 'Your application to join the task “{{task}}” was approved.',
  'task.join-rejected': 'Your application to join the task “{{task}}” was rejected.',
  'task.joined': '{{party}} has joined the task “{{task}}”.',
  'task.invited': '{{party}} invites your party to the task “{{task}}”.',
  'task.invitation-declined': '{{party}} has declined the invitation to the task “{{task}}”.',
  'task.quit': '{{party}} has left the task “{{task}}”.',
  'task.disbanded': 'The initiator has disbanded the task “{{task}}”.',
  'task.plan-changed': 'The plan of the task “{{task}}” has changed. Read it again and sign a new consent ticket.',
  'task.joining-closed': 'Joining the task “{{task}}” is closed. Read the consent ticket and sign it.',
  'task.joining-reopened':
    'The task “{{task}}” is open to further parties again, so signed consent tickets are void. Sign again when joining is closed.',
  'task.data-deleted': '{{party}} has deleted the data selected for the task “{{task}}”. Other data must be selected.',
  'task.remind-initiator': '{{party}} reminds you to start the task “{{task}}”.',
  'task.remind-participant':
    '{{party}} reminds you to prepare for the task “{{task}}”: select data and sign the consent ticket.',
  'run.started': 'Training of the task “{{task}}” has started.',
  'run.completed': 'Training of the task “{{task}}” is complete. See the task page for the result.',
  'run.failed': 'Training of the task “{{task}}” has failed: {{reason}}',
  'run.stopped': 'Training of the task “{{task}}” was stopped by {{party}}.',
  'grant.withdrawn': '{{party}} has withdrawn its consent ticket for the task “{{task}}”.',
  'party.join-requested': '{{person}} asks to join “{{party}}”. {{note}}',
  'party.join-approved': 'Your request to join “{{party}}” was approved.',
  'party.join-rejected': 'Your request to join “{{party}}” was rejected.',
  'party.joined': '{{person}} has joined “{{party}}”.',
  'party.left': '{{person}} has left “{{party}}”.',
  'party.removed': 'You have been removed from “{{party}}”.',
  'party.role-changed': 'Your role in “{{party}}” has changed.',
  'party.announcement': 'From “{{party}}”: {{text}}',
  'edge.lost': 'The edge of “{{party}}” is offline. Training and inference wait until it is online again.',
  'edge.back': 'The edge of “{{party}}” is online again.',
  'edge.revoked': 'The edge of “{{party}}” was revoked.',
  'edge.replaced':
    'A new edge has replaced the revoked edge of “{{party}}” without the revoked edge’s approval. Tickets that name the revoked edge’s key are void. Ask the party before you sign again.',
  'system.announcement': 'From the operator: {{text}}',
}

const TEXTS = { cn, en }

/**
 * Returns the notice's text in a language. If the parameter `code` contains an error code, that code's text replaces
 * `{{reason}}`. The text names the party `at` which the error happened.
 */
export function noticeText(language: Language, kind: NotificationKind, stored: NoticeParams): string {
  const params = inLanguage(language, stored)
  const why = typeof params.code === 'string' ? phrase(language, params.code, params) : ''
  const reason = params.at ? `${params.at}${language === 'en' ? ': ' : '：'}${why}` : why
  return fill(TEXTS[language][kind], { ...params, reason }).trim()
}

/** Notices from versions up to 2.6 have the party's English name in a separate parameter. */
const OLDER_ENGLISH = { party: 'partyEn', at: 'atEn' }

function inLanguage(language: Language, stored: NoticeParams): ErrorParams {
  const params = Object.entries(stored).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  const older = Object.entries(OLDER_ENGLISH).filter(([, english]) => language === 'en' && english in stored)
  return {
    ...Object.fromEntries(params),
    ...Object.fromEntries(older.map(([name, english]) => [name, stored[english]])),
  }
}
