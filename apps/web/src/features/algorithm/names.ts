import type { Algorithm, Language } from '@tessera/contract'

type Named = Pick<Algorithm, 'id' | 'name'>

/** Returns the name in the reader's language, or the id if there is no translation. */
export const nameOf = ({ id, name }: Named, language: Language) => name[language] || id

/** Returns the name in the other language, which colleagues may know. */
export const otherNameOf = (algorithm: Named, language: Language) => nameOf(algorithm, language === 'en' ? 'cn' : 'en')

/** Returns the keys of the phrases for what the algorithm predicts. */
export const targetKeysOf = ({ kind, labelKinds }: Pick<Algorithm, 'kind' | 'labelKinds'>) =>
  labelKinds.length === 0 && kind !== 'service'
    ? (['label.none'] as const)
    : labelKinds.map((kind) => `label.${kind}` as const)
