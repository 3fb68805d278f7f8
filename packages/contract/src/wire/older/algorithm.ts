import type { BilingualText } from '../../language.ts'
import type { Extra } from '../codec.ts'

/** Encodes a description in base64 of its UTF-8 bytes, as clients of the specification expect. */
const inBase64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

/** Returns texts as one field per language, which clients of the specification read. */
function inTwoFields({ introductionTexts, describeTexts, remarkTexts }: Record<string, unknown>) {
  const [introduction, describe, remark] = [introductionTexts, describeTexts, remarkTexts] as [
    BilingualText,
    BilingualText,
    BilingualText,
  ]
  return {
    introduction: introduction.cn,
    introductionEn: introduction.en,
    describeBase64: inBase64(describe.cn),
    describeBase64En: inBase64(describe.en),
    remark: remark.cn,
    remarkEn: remark.en,
  }
}

/**
 * Writes an algorithm's id as its name, its texts in one field per language, and the descriptions of its parameters
 * among the parameters.
 */
export const algorithmTexts: Extra = {
  write: (body) => {
    const { params, describe } = body
    const described = describe ? { params: JSON.stringify({ ...JSON.parse(params as string), describe }) } : {}
    return { ...inTwoFields(body), ...described, name: body.id, describe: undefined }
  },
  read: (body) => {
    const { describe: _texts, ...params } = JSON.parse((body.params as string | undefined) ?? '{}')
    return { ...body, params: JSON.stringify(params) }
  },
}
