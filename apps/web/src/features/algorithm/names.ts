import type { Algorithm, Language } from '@tessera/contract'

type Named = Pick<Algorithm, 'name' | 'nameCn' | 'nameEn'>

/** The name in the reader's language; the technical one where there is none. */
export const nameOf = ({ name, nameCn, nameEn }: Named, language: Language) =>
  (language === 'en' ? nameEn : nameCn) || name

/** The name in the other language, which colleagues may know it by. */
export const otherNameOf = (algorithm: Named, language: Language) => nameOf(algorithm, language === 'en' ? 'cn' : 'en')

/** What it predicts, by the keys of its texts. */
export const targetKeysOf = ({ kind, labelKinds }: Pick<Algorithm, 'kind' | 'labelKinds'>) =>
  labelKinds.length === 0 && kind !== 'service'
    ? (['label.none'] as const)
    : labelKinds.map((kind) => `label.${kind}` as const)
