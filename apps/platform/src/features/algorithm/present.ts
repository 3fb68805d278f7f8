import type { Algorithm, AlgorithmKind, Language } from '@tessera/contract'
import { defaultParameters, type InstalledAlgorithm } from './library.ts'

/** Returns whether the algorithm can train in this kind of task. Every algorithm can also run at a single party. */
export const runsAs = ({ manifest }: InstalledAlgorithm, kind: AlgorithmKind): boolean =>
  kind === 'local' || kind === manifest.kind

export function presentAlgorithm(
  installed: InstalledAlgorithm,
  useCount: number,
  language: Language,
  kind: AlgorithmKind = installed.manifest.kind,
): Algorithm & { describe: Record<string, string> } {
  const { manifest, codeHash, createTime } = installed
  return {
    id: manifest.id,
    kind,
    name: manifest.name,
    introduction: manifest.introduction,
    description: manifest.description,
    remark: manifest.remark,
    labelKinds: manifest.labelKinds,
    contentTypes: manifest.contentTypes,
    parameters: defaultParameters(installed),
    parameterDescriptions: manifest.parameters,
    describe: Object.fromEntries(manifest.parameters.map(({ name, help }) => [name, help[language]])),
    codeHash,
    useCount,
    createTime,
  }
}

/** Returns whether the id or the name in any language contains the text. */
export function matchesName({ id, name }: Pick<Algorithm, 'id' | 'name'>, text: string | undefined): boolean {
  const wanted = text?.trim().toLowerCase() ?? ''
  return [id, ...Object.values(name)].some((one) => one.toLowerCase().includes(wanted))
}
