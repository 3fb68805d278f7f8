import { quoted } from '../table/sample.ts'

const REVIEWS: [text: string, label: 'positive' | 'negative'][] = [
  ['医生很耐心，讲解得非常清楚。', 'positive'],
  ['等了三个小时，最后还说要改天再来。', 'negative'],
  ['The nurse explained every step and I was never afraid.', 'positive'],
  ['My appointment was cancelled twice, without a word.', 'negative'],
  ['环境干净，流程也很快，值得推荐。', 'positive'],
  ['停车难，指示牌也看不懂，差点迟到。', 'negative'],
  ['Clean rooms, kind people, and the results came the same day.', 'positive'],
  ['Nobody answered the phone for a whole week.', 'negative'],
  ['护士打针一点都不疼，孩子也没有哭。', 'positive'],
  ['收费不透明，同样的检查做了两次。', 'negative'],
  ['They called me at home to ask how I was doing.', 'positive'],
  ['The report had somebody else’s name on it.', 'negative'],
  ['网上预约很方便，到了就能看。', 'positive'],
  ['态度冷淡，问什么都说不知道。', 'negative'],
  ['Short waiting time, and the doctor listened.', 'positive'],
  ['Rude at the desk, lost my file, “come back tomorrow”.', 'negative'],
  ['药房的人特意提醒我怎么吃药，很贴心。', 'positive'],
  ['空调坏了，候诊室热得像蒸笼。', 'negative'],
  ['Best care I have had, thank you, all of you!', 'positive'],
  ['I was sent from one floor to another and back again.', 'negative'],
  ['手术很成功，恢复得比想象中快。', 'positive'],
  ['病房太吵，整晚都睡不着。', 'negative'],
  ['The new clinic is bright, quiet and easy to find.', 'positive'],
  ['Two weeks for a blood test, that is far too long.', 'negative'],
  ['食堂的饭菜清淡可口，价格也公道。', 'positive'],
  ['检查结果弄错了，白担心了一个星期。', 'negative'],
  ['Physiotherapy helped within a month, and it was fun.', 'positive'],
  ['The wheelchair was broken, and nobody cared.', 'negative'],
]

/** Creates synthetic reviews of a clinic in two languages. */
export const reviewTable = () => `text,label\n${REVIEWS.map(([text, label]) => `${quoted(text)},${label}\n`).join('')}`
