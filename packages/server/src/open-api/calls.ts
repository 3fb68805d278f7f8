import type { Endpoint } from '@tessera/contract'
import { endpointRoutes, type OtherRoute, otherRoutes, type Route } from '@tessera/contract/rights'

/** The processes whose calls OpenAPI describes. */
export type DescribedServer = 'platform' | 'edge'

export interface Call {
  route: Route
  /** The call's name in generated clients. */
  id: string
  /** With the prefix. */
  path: string
  endpoint?: Endpoint | undefined
  /** Absent for endpoints of the contract. */
  other?: OtherRoute
}

/** Returns all calls that a server answers. An edge answers under the prefix, too, which its document does not repeat. */
export function callsOf(server: DescribedServer, prefix: string): Call[] {
  const prefixOf = (hasPrefix = false) => (server === 'platform' && hasPrefix ? prefix : '')
  const endpoints = endpointRoutes
    .filter(({ endpoint }) => endpoint.server === server || endpoint.server === 'both')
    .map((route) => ({
      route,
      id: withInitial(route.name, 'lower'),
      path: `${prefixOf(true)}${route.path}`,
      endpoint: route.endpoint,
    }))
  const others = otherRoutes
    .filter((other) => other.server === server)
    .map((other) => ({
      route: other,
      id: idOf(other),
      path: `${prefixOf(other.hasPrefix)}${other.path}`,
      endpoint: other.like,
      other,
    }))
  return [...endpoints, ...others]
}

/** Returns the words of a route's method and path as one word, for routes that have no name. */
function idOf({ method, path, answer }: OtherRoute): string {
  const words = [...path.split(/\W+/).filter(Boolean), ...(answer === 'text/html' ? ['page'] : [])]
  return [method.toLowerCase(), ...words.map((word) => withInitial(word, 'upper'))].join('')
}

const withInitial = ([initial = '', ...rest]: string, form: 'upper' | 'lower') =>
  (form === 'upper' ? initial.toUpperCase() : initial.toLowerCase()) + rest.join('')

/** `/tasks/:id` as OpenAPI writes it. The rest of a path (`*`) counts as one name. */
export const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{file}')

export const namesIn = (path: string) => [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
