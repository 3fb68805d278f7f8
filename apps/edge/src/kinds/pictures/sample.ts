import sharp from 'sharp'
import { seededRandom } from '../seeded-random.ts'

const SHAPES = ['circle', 'square', 'triangle'] as const
type Shape = (typeof SHAPES)[number]

const COLOURS = ['#2f6fed', '#d9480f', '#2b8a3e', '#862e9c', '#c92a2a', '#087f5b']
const PER_CLASS = 8
const PICTURES = 24

/** A shape, given by its centre and half its width in pixels. */
interface Placed {
  shape: Shape
  x: number
  y: number
  half: number
  colour: string
}

/** Creates pictures that contain one shape each, in one folder per class. */
export async function classedShapes() {
  const thrown = seededRandom(7)
  const size = 96
  const files: Record<string, Buffer> = {}
  for (const shape of SHAPES) {
    for (let number = 1; number <= PER_CLASS; number += 1) {
      const half = 14 + thrown() * 20
      const middle = () => half + thrown() * (size - 2 * half)
      files[`${shape}/${number}.png`] = await draw(size, size, [
        { shape, x: middle(), y: middle(), half, colour: colour(thrown) },
      ])
    }
  }
  return files
}

/** Creates pictures that contain several shapes, with the bounding box of each shape. */
export async function boxedShapes() {
  const thrown = seededRandom(11)
  const [width, height] = [160, 120]
  const files: Record<string, string | Buffer> = { 'classes.txt': `${SHAPES.join('\n')}\n` }
  for (let number = 1; number <= PICTURES; number += 1) {
    const placed = Array.from({ length: 1 + Math.floor(thrown() * 3) }, (_, at): Placed => {
      const half = 10 + thrown() * 12
      // Each shape is drawn in a separate third of the picture, so that shapes do not overlap.
      const [left, room] = [(at * width) / 3, width / 3 - 2 * half]
      return {
        shape: SHAPES[Math.floor(thrown() * SHAPES.length)] as Shape,
        x: left + half + thrown() * room,
        y: half + thrown() * (height - 2 * half),
        half,
        colour: colour(thrown),
      }
    })
    files[`images/${number}.png`] = await draw(width, height, placed)
    const line = ({ shape, x, y, half }: Placed) =>
      [
        SHAPES.indexOf(shape),
        ...[x / width, y / height, (2 * half) / width, (2 * half) / height].map((share) => share.toFixed(4)),
      ].join(' ')
    files[`labels/${number}.txt`] = placed.map((one) => `${line(one)}\n`).join('')
  }
  return files
}

const colour = (thrown: () => number) => COLOURS[Math.floor(thrown() * COLOURS.length)] as string

function draw(width: number, height: number, placed: Placed[]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f4f4ef"/>${placed.map(drawn).join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function drawn({ shape, x, y, half, colour: fill }: Placed): string {
  if (shape === 'circle') return `<circle cx="${x}" cy="${y}" r="${half}" fill="${fill}"/>`
  const [left, top, right, bottom] = [x - half, y - half, x + half, y + half]
  if (shape === 'square')
    return `<rect x="${left}" y="${top}" width="${2 * half}" height="${2 * half}" fill="${fill}"/>`
  return `<polygon points="${x},${top} ${right},${bottom} ${left},${bottom}" fill="${fill}"/>`
}
