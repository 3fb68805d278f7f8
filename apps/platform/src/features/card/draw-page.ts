import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { CardPage, Section } from './page.ts'
import type { PageLimits } from './texts.ts'

/** Returns the path of a font file. The package's exports do not contain the files. */
const fontFile = (weight: string) =>
  fileURLToPath(new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc')))

/** The font files. The PDF contains only the glyphs that occur on the page. */
const FONTS = { regular: fontFile('Regular'), bold: fontFile('Bold') }
/** Width, height and margin of an A4 page, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 40]
const INNER = WIDTH - 2 * MARGIN
const [INK, SOFT, LINE, ACCENT] = ['#22251f', '#5f635a', '#c9ccc2', '#0f5c63']

/**
 * Scales of the letters, tried one after another until the content fits on one page. If none fits, the lists are
 * shortened.
 */
const SCALES = [1, 0.92, 0.85, 0.78, 0.72]
const LIMITS: PageLimits[] = [
  { parties: 40, classes: 16, columns: 60 },
  { parties: 16, classes: 10, columns: 30 },
  { parties: 8, classes: 5, columns: 12 },
  { parties: 4, classes: 2, columns: 4 },
]

type Doc = PDFKit.PDFDocument

/** Draws the page as PDF. It is always a single page. */
export async function drawPage(pageIn: (limits: PageLimits) => CardPage): Promise<Buffer> {
  const whole = pageIn(LIMITS[0] as PageLimits)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: FONTS.regular,
    lang: whole.language === 'en' ? 'en' : 'zh-CN',
    info: { Title: `${whole.kind}: ${whole.title}`, Creator: 'Tessera' },
  })
  const { page, scale } = fitting(doc, pageIn)
  new Sheet(doc, scale, true).place(page)
  doc.end()
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns the page with the most content that fits on one sheet. */
function fitting(doc: Doc, pageIn: (limits: PageLimits) => CardPage) {
  const choices = LIMITS.flatMap((limits) => {
    const page = pageIn(limits)
    return SCALES.map((scale) => ({ page, scale }))
  })
  const found = choices.find(({ page, scale }) => new Sheet(doc, scale, false).place(page) <= HEIGHT - MARGIN)
  if (!found) throw new Error('a model card does not fit on its page')
  return found
}

/**
 * Places the blocks of a page from top to bottom, or only measures them. Returns the vertical position where they end.
 */
class Sheet {
  readonly #doc: Doc
  readonly #scale: number
  readonly #draws: boolean
  #y = MARGIN

  constructor(doc: Doc, scale: number, draws: boolean) {
    this.#doc = doc
    this.#scale = scale
    this.#draws = draws
  }

  place({ kind, title, made, sections }: CardPage): number {
    this.#text(kind, { size: 9, font: 'bold', colour: ACCENT })
    this.#text(title, { size: 17, font: 'bold' })
    this.#text(made, { size: 8, colour: SOFT })
    for (const section of sections) this.#section(section)
    return this.#y
  }

  #section({ title, facts = [], table, lines = [] }: Section) {
    this.#y += 7 * this.#scale
    this.#rule(ACCENT)
    this.#y += 3 * this.#scale
    this.#text(title, { size: 10.5, font: 'bold' })
    this.#y += 1.5 * this.#scale
    for (const { term, value } of facts) this.#cells([term, value], [17, 83], [SOFT, INK])
    if (table) this.#table(table)
    for (const line of lines) this.#cells(['·', line], [1.6, 98.4], [SOFT, INK])
  }

  #table({ heads, widths, rows }: NonNullable<Section['table']>) {
    this.#cells(
      heads,
      widths,
      heads.map(() => SOFT),
    )
    for (const row of rows) {
      this.#rule(LINE)
      this.#cells(
        row,
        widths,
        row.map(() => INK),
      )
    }
    this.#y += 2 * this.#scale
  }

  /** Places texts side by side; the longest determines the height of the line. */
  #cells(texts: string[], widths: number[], colours: string[]) {
    const before = this.#y
    let [x, lowest] = [MARGIN, before]
    for (const [place, text] of texts.entries()) {
      const width = ((widths[place] ?? 0) / 100) * INNER
      this.#y = before
      this.#text(text, { size: 8.5, colour: colours[place] ?? INK, x, width: width - 6 * this.#scale })
      lowest = Math.max(lowest, this.#y)
      x += width
    }
    this.#y = lowest + 1.5 * this.#scale
  }

  #rule(colour: string) {
    if (this.#draws)
      this.#doc
        .moveTo(MARGIN, this.#y)
        .lineTo(MARGIN + INNER, this.#y)
        .lineWidth(0.5)
        .stroke(colour)
    this.#y += 1.5 * this.#scale
  }

  #text(text: string, { size, font = 'regular', colour = INK, x = MARGIN, width = INNER }: Look) {
    const options = { width, lineGap: 0 }
    this.#doc.font(FONTS[font]).fontSize(size * this.#scale)
    const height = this.#doc.heightOfString(text, options)
    if (this.#draws) this.#doc.fillColor(colour).text(text, x, this.#y, options)
    this.#y += height
  }
}

interface Look {
  size: number
  font?: keyof typeof FONTS
  colour?: string
  x?: number
  width?: number
}
