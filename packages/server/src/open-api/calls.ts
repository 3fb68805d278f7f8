import type { Endpoint } from '@tessera/contract'
import { endpointRoutes, type OtherRoute, otherRoutes, type Route } from '@tessera/contract/rights'

/** The processes whose calls OpenAPI describes. */
export type DescribedServer = 'platform' | 'edge'

export interface Call {
  route: Route
  /** Name of the call in generated clients. */
  id: string
  /** Path of the call, with the prefix. */
  path: string
  endpoint?: Endpoint | undefined
  /** The route, if it is not an endpoint of the contract. */
  other?: OtherRoute
}

/** Returns all calls of a server. An edge also serves its calls under the prefix; its document does not repeat them. */
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

/** Returns a name for a route without one, from the words of its method and path. */
function idOf({ method, path, answer }: OtherRoute): string {
  const words = [...path.split(/\W+/).filter(Boolean), ...(answer === 'text/html' ? ['page'] : [])]
  return [method.toLowerCase(), ...words.map((word) => withInitial(word, 'upper'))].join('')
}

const withInitial = ([initial = '', ...rest]: string, form: 'upper' | 'lower') =>
  (form === 'upper' ? initial.toUpperCase() : initial.toLowerCase()) + rest.join('')

/** Returns a path such as `/tasks/:id` in the notation of OpenAPI. The wildcard (`*`) becomes a parameter `file`. */
export const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{file}')

export const namesIn = (path: string) => [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
