const TEXT = /^(text|content|sentence|document|文本|内容|正文|句子)$/i
const LABEL = /^(label.*|标签.*|multi[-_ ]?labels?|多标签|class|category|类别|分类)$/i
const ID = /^(id|编号|序号)$/i

export interface TextColumns {
  text: string
  labels: string[]
  id: string | null
}

type Roles = TextColumns | { problem: 'no-text' | 'two-texts' | 'unknown'; column: string }

/**
 * Determines the role of each column in a table of texts from its name. If there is only one other column beside the
 * text, this column is its label.
 */
export function textColumns(names: readonly string[]): Roles {
  const [text, second] = names.filter((name) => TEXT.test(name))
  if (text === undefined) return { problem: 'no-text', column: 'text' }
  if (second !== undefined) return { problem: 'two-texts', column: second }
  const id = names.find((name) => ID.test(name)) ?? null
  const others = names.filter((name) => name !== text && name !== id)
  const unknown = others.length === 1 ? undefined : others.find((name) => !LABEL.test(name))
  return unknown === undefined ? { text, labels: others, id } : { problem: 'unknown', column: unknown }
}

/**
 * Returns whether the header alone shows that a table contains texts: it has a text column, columns named as labels,
 * and no others.
 */
export function isTextHeader(names: readonly string[]): boolean {
  const columns = textColumns(names)
  return !('problem' in columns) && columns.labels.length > 0 && columns.labels.every((name) => LABEL.test(name))
}
