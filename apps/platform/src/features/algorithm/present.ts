import type { Algorithm } from '@tessera/contract'
import { defaultParameters, type InstalledAlgorithm } from './library.ts'

export function presentAlgorithm(installed: InstalledAlgorithm, useCount: number): Algorithm {
  const { manifest, codeHash, createTime } = installed
  return {
    id: manifest.id,
    kind: manifest.kind,
    name: manifest.id,
    nameCn: manifest.nameCn,
    nameEn: manifest.nameEn,
    introduction: manifest.introduction,
    description: manifest.description,
    remark: manifest.remark,
    labelKinds: manifest.labelKinds,
    contentTypes: manifest.contentTypes,
    parameters: defaultParameters(installed),
    parameterDescriptions: manifest.parameters,
    codeHash,
    useCount,
    createTime,
  }
}

/** By either language's name, as people look for it. */
export function matchesName({ manifest }: InstalledAlgorithm, text: string | undefined): boolean {
  const wanted = text?.trim().toLowerCase() ?? ''
  return [manifest.id, manifest.nameCn, manifest.nameEn].some((name) => name.toLowerCase().includes(wanted))
}
