/** A legal text in sections, each of which can be read, linked and translated separately. */
export interface LegalText {
  title: string
  /** The date of this version, `yyyy-MM-dd`. */
  date: string
  intro: string[]
  sections: LegalSection[]
}

export interface LegalSection {
  /** The anchor of the section in the address. It is the same in both languages. */
  id: string
  title: string
  paragraphs?: string[]
  points?: string[]
}
