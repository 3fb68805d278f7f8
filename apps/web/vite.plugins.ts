import { constants } from 'node:zlib'
import { type Plugin, parseSync, Visitor } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** Writes each file also in compressed form, which the server sends to browsers that accept it. */
export const compressed = () =>
  compression({
    threshold: 1024,
    algorithms: [
      defineAlgorithm('gzip', { level: 9 }),
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    ],
  })

/** Removes the descriptions of calls, which only OpenAPI shows, from the bundles. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/wire\/.*\.ts$/ },
    handler(code, id) {
      const kept: string[] = []
      let from = 0
      for (const { start, end } of descriptionsIn(code, id)) {
        kept.push(code.slice(from, start))
        from = code.startsWith(',', end) ? end + 1 : end
      }
      return { code: [...kept, code.slice(from)].join('') }
    },
  },
})

/** Returns the places of `summary` and `description` in calls of `endpoint`, in the order of the code. */
function descriptionsIn(code: string, id: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || options?.type !== 'ObjectExpression') return
      const isDescription = (key: { type: string; name?: unknown }) =>
        key.name === 'summary' || key.name === 'description'
      found.push(...options.properties.filter((part) => part.type === 'Property' && isDescription(part.key)))
    },
  })
  visitor.visit(parseSync(id, code).program)
  return found
}
