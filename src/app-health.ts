/** Health of the app: of the process, and of what it depends on. */
import type { Store, StoreReplicas } from './core/db.ts'
import { createHealth, type Dependency, type Health } from './core/health.ts'
import { summarizeReplicas } from './core/replicas.ts'
import { areServersReachable } from './outbound/database/distribution/servers.ts'
import type { Services } from './services.ts'

export function createAppHealth(
  { store, disk, heartbeats, isDatabaseAlive }: Services,
  parts: { readonly filesState: Dependency['state']; readonly areLimitsReachable: () => boolean },
): Health {
  return createHealth({
    isAlive: isDatabaseAlive,
    loops: () => heartbeats.states(),
    dependencies: [
      {
        ...{ name: 'database', isRequired: true },
        async state() {
          await store.ping()
          return 'ok'
        },
      },
      { name: 'disk', isRequired: false, state: async () => (disk.isFull() ? 'full' : 'ok') },
      { name: 'files', isRequired: false, state: parts.filesState },
      {
        ...{ name: 'limits', isRequired: false },
        state: async () => (parts.areLimitsReachable() ? 'ok' : 'unavailable'),
      },
      ...replicasDependency(store.replicas),
      ...serversDependency(store),
    ],
  })
}

/** Reads use the primary without replicas, so none is required. */
function replicasDependency(replicas: StoreReplicas | undefined): Dependency[] {
  if (replicas === undefined) return []
  return [{ name: 'replicas', isRequired: false, state: async () => summarizeReplicas(replicas.report().replicas) }]
}

/** Servers of a distributed database. Each has organizations that the others don't need. */
function serversDependency(store: Store): Dependency[] {
  if (!store.isDistributed) return []
  return [
    {
      ...{ name: 'servers', isRequired: false },
      state: async () => ((await areServersReachable(store.owner)) ? 'ok' : 'unavailable'),
    },
  ]
}
