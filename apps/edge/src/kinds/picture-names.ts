/** Maximum number of parent folders by which pictures with the same file name are distinguished. */
const FOLDERS = 6

/** Normalises the slashes, case and Unicode composition of a name so that names can be compared. */
const plain = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase()

export const withoutExtension = (path: string) => path.replace(/\.[^./]*$/, '')
export const segmentsOf = (path: string) => path.split('/')
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export const isInLabelsFolder = (path: string) => /(^|\/)labels\/.*\.txt$/i.test(path)

/**
 * Returns the key that pairs a picture with its label file: `images/train/7.jpg` and `labels/train/7.txt` have the same
 * key.
 */
export const pairKeyOf = (path: string) =>
  segmentsOf(withoutExtension(path).toLowerCase())
    .filter((part, index, parts) => index === parts.length - 1 || (part !== 'images' && part !== 'labels'))
    .join('/')

/** Returns the number of leading folders that all paths share. */
export function sharedFolders(paths: string[]): number {
  const all = paths.map(segmentsOf)
  const first = all[0] ?? []
  let shared = 0
  while (all.every((parts) => parts.length > shared + 1 && parts[shared] === first[shared])) shared += 1
  return shared
}

/** Names of folders that split a dataset into parts with the same classes, such as train and test. */
const PART = /^(train(ing)?|val|valid|validation|dev|test(ing)?|训练集?|验证集?|测试集?)(_?\d{4})?$/i
export const isPart = (folder: string) => PART.test(folder)
const partOf = (parts: string[]) => parts.slice(0, -1).findLast(isPart)
/** Matches a path on another computer's disk or outside the archive. */
const ELSEWHERE = /^([a-z]:|[\\/])|(^|[\\/])\.\.([\\/]|$)/i

/** Finds pictures by the names that a table uses for them, with or without folders and extension. */
export class PictureNames {
  readonly #byName = new Map<string, number>()
  readonly #parts: (string | undefined)[]

  constructor(paths: string[]) {
    // Whole paths have priority: if a name equals the whole path of one picture and the end of another picture's path,
    // it refers to the first.
    const whole = paths.map((path) => segmentsOf(plain(path)))
    for (const [index, parts] of whole.entries()) this.#add(parts.join('/'), index)
    this.#parts = whole.map(partOf)
    const taken = new Set(this.#byName.keys())
    for (const [index, parts] of whole.entries()) {
      const from = Math.max(0, parts.length - FOLDERS - 1)
      for (let at = from; at < parts.length; at += 1) {
        const tail = parts.slice(at).join('/')
        for (const name of new Set([tail, withoutExtension(tail)])) if (!taken.has(name)) this.#add(name, index)
      }
    }
  }

  /** Returns the picture's position, `several` if the name matches more than one picture, or undefined. */
  find(name: string): number | 'several' | undefined {
    const found = this.#byName.get(plain(name)) ?? (ELSEWHERE.test(name) ? this.#byEnd(name) : undefined)
    return found === -1 ? 'several' : found
  }

  /**
   * Finds the picture whose path shares the longest end with the name. Parts must agree: train/1.jpg does not match
   * val/1.jpg.
   */
  #byEnd(name: string): number | undefined {
    const parts = segmentsOf(plain(name).replace(/^[a-z]:/, '')).filter((part) => !/^\.{0,2}$/.test(part))
    const at = parts.findIndex((_, from) => this.#byName.has(parts.slice(from).join('/')))
    const found = at < 0 ? undefined : this.#byName.get(parts.slice(at).join('/'))
    const [here, there] = [this.#parts[found ?? -1], partOf(parts)]
    return here !== undefined && there !== undefined && here !== there ? undefined : found
  }

  #add(name: string, index: number) {
    const before = this.#byName.get(name)
    this.#byName.set(name, before === undefined || before === index ? index : -1)
  }
}
