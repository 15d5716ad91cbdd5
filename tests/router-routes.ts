/** Every route of a server, read from the tree that its router prints. */
import type { FastifyInstance } from 'fastify'

export interface Route {
  readonly path: string
  readonly methods: readonly string[]
}

export function routesOf(server: Pick<FastifyInstance, 'printRoutes'>): Route[] {
  const trail: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? []
      if (part === '' && methods === '') return []
      const depth = indent.length / 4
      trail.length = depth
      trail[depth] = part
      // The tree shows the star of an address alone; there is one such address.
      const path = part === '*' ? '/assets/*' : trail.join('')
      return methods === '' ? [] : [{ path, methods: methods.split(', ') }]
    })
}
