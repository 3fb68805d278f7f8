/** Explanations of terms, shorter versions of those in docs/reference/glossary.md. */
export const en = {
  edge: 'A party’s own server. It stores the party’s data, its members sign tickets there, and training on that data runs there.',
  ticket:
    'A party’s consent, signed at its edge. It lists the data and columns, the algorithm, the parties, the maximum number of rounds of one training, and the expiry date. Without a ticket, no program can read the data.',
  leaves:
    'The data that a training can take from a party’s edge: only the items listed for each stage. The edge checks each result against this list before sending it.',
  round: 'One step that changes the model. A training that ends early uses fewer rounds.',
  stage: 'One message to every party and their results. A round consists of one or more stages.',
  rows: 'One fifth of each party’s data is the validation split. It is not used for training, so the scored model has not seen it.',
  'leave-one-out':
    'Each row is scored by a fit without that row. Its party derives this fit locally from the fit of all rows, in one step. Cox regression leaves out one twentieth of a party’s rows at a time.',
}
export type WordName = keyof typeof en

export const cn = {
  edge: '机构自己的服务器。数据存放在这里，成员在这里签署授权书，使用这些数据的训练也在这里运行。',
  ticket:
    '机构在自己的数据节点上签署的授权，列明：哪些数据和列、用于哪个算法、与哪些机构一起、一次训练最多几轮、有效期到何时。没有授权书，任何程序都不能读取其数据。',
  leaves: '训练可以从机构的数据节点取走的内容：仅限各阶段列明的内容。每次发送结果之前，数据节点都会对照清单检查。',
  round: '更新一次模型的步骤。训练提前结束时，使用的轮次更少。',
  stage: '向每个机构发出一条消息并收到各方的结果。一轮包含一个或多个阶段。',
  rows: '每个机构有五分之一的数据作为验证集，不参与训练，因此被评分的模型没有见过这些数据。',
  'leave-one-out':
    '每条样本都用不含该条的拟合来评分；该拟合由其所在机构根据全部样本的拟合在本地一步推算。Cox 回归每次排除本机构二十分之一的样本。',
} satisfies Record<WordName, string>
