/** A legal text as its parts, so that it can be read, linked and translated part by part. */
export interface LegalText {
  title: string
  /** The day this version is of, `yyyy-MM-dd`. */
  date: string
  intro: string[]
  sections: LegalSection[]
}

export interface LegalSection {
  /** In the address, the same in both languages. */
  id: string
  title: string
  paragraphs?: string[]
  points?: string[]
}
