/** In the words of docs/glossary.md, shorter. */
export const en = {
  edge: 'A party’s own server. Its data lies there, its members sign there, and what trains on that data runs there.',
  ticket:
    'A party’s consent, signed at its edge: which data and columns, for which algorithm, with whom, for how many rounds of one training, until when. Without one nothing reads its data.',
  leaves:
    'What a training may take from a party’s edge: what is listed, stage by stage, and nothing else. The edge checks each answer against the list before it goes.',
  round: 'One step that changes the model. A training that is done earlier takes fewer.',
  stage: 'One message to every party, and their answers. A round takes one stage or several.',
  rows: 'Of each party’s data a fifth is not trained on, and the model that is scored has not seen it.',
  folds:
    'Each party’s data is in up to five parts of at least 10 each. Each part is scored by a fit without it. A party with fewer than 10 is not scored.',
}
export type WordName = keyof typeof en

export const cn = {
  edge: '机构自己的服务器。数据存放在这里，成员在这里签署票据，使用这些数据的训练也在这里运行。',
  ticket:
    '机构在自己的数据节点上签署的授权：哪些数据和列、用于哪个算法、与谁一起、一次训练最多几轮、有效期到何时。没有票据，任何程序都不能读取其数据。',
  leaves:
    '训练可以从机构的数据节点取走的内容：只限清单上各阶段列出的内容。每次回复发出之前，数据节点都会对照清单检查。',
  round: '使模型改变一次的一步。训练提前完成时轮次更少。',
  stage: '向每个机构发出一条消息并收到各方的回复。一轮包含一个或多个阶段。',
  rows: '每个机构有五分之一的数据未参与训练，被评分的模型没有见过。',
  folds: '每个机构的数据最多分为五份，每份至少 10 条；每一份都由未使用它的拟合来评分。不足 10 条的机构不参与评分。',
} satisfies Record<WordName, string>
