/**
 * Vitest projects by name, with the folders of their tests: one for each package and app. The settings of `web` are in
 * its own folder.
 */
export const NODE_PROJECTS = {
  contract: 'packages/contract',
  server: 'packages/server',
  inference: 'packages/inference',
  platform: 'apps/platform',
  edge: 'apps/edge',
  tools: 'tools',
} as const

export const PROJECTS = [...Object.keys(NODE_PROJECTS), 'web']

/** Tests that take minutes: they install a whole Tessera, or break its processes one after the other. */
export const LONG = 'long'

/** Tests that add and remove networks of the machine. When a network changes, a browser aborts what it is loading. */
export const NETWORKS = 'networks'
