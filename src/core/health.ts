/**
 * Reports of `/healthz` and `/readyz`: whether this process works, and the state of its dependencies. All texts are
 * fixed.
 */
import type { LoopState } from './heartbeat.ts'

/**
 * `full`: reads work, writes fail. `misplaced`: the installation's files are missing. `behind`: a read replica isn't up
 * to date. `refused`: a server isn't a replica of the database.
 */
export type DependencyState = 'ok' | 'unavailable' | 'full' | 'misplaced' | 'behind' | 'refused'

export interface DependencyReport {
  readonly name: string
  readonly state: DependencyState
}

export interface Dependency {
  readonly name: 'database' | 'disk' | 'files' | 'limits' | 'replicas' | 'servers'
  /** Whether this process can't handle most requests without the dependency. */
  readonly isRequired: boolean
  state(): Promise<DependencyState>
}

/**
 * `degraded`: only requests that need the named dependency fail. Without read replicas, no request fails. Without one of the
 * `servers` of a distributed database, requests of its organizations fail.
 */
export interface Readiness {
  readonly status: 'ok' | 'degraded' | 'unavailable'
  readonly dependencies: readonly DependencyReport[]
  readonly loops: readonly { readonly name: string; readonly state: LoopState['state'] }[]
}

export interface Health {
  /** Whether the process works without a restart. */
  isAlive(): boolean
  ready(): Promise<Readiness>
}

/** Cache duration. Anybody can call these endpoints, and the cache prevents load on the dependencies. */
const REMEMBERED_MS = 1_000
/** Time limit of a check. A dependency that takes longer counts as unavailable. */
const PATIENCE_MS = 3_000

export function createHealth(parts: {
  readonly isAlive: () => boolean
  readonly dependencies: readonly Dependency[]
  readonly loops: () => readonly LoopState[]
}): Health {
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined
  return {
    isAlive: parts.isAlive,
    ready() {
      if (last === undefined || performance.now() - last.at > REMEMBERED_MS) {
        last = { at: performance.now(), readiness: checkAll() }
      }
      return last.readiness
    },
  }

  async function checkAll(): Promise<Readiness> {
    const states = await Promise.all(parts.dependencies.map(checkDependency))
    const dependencies = parts.dependencies.map(({ name }, at) => ({ name, state: states[at] ?? 'unavailable' }))
    const loops = parts.loops().map(({ name, state }) => ({ name, state }))
    // Without its files, a server must not receive requests, because it would write to the wrong place.
    const isUnavailable =
      parts.dependencies.some(({ isRequired }, at) => isRequired && states[at] !== 'ok') ||
      states.includes('misplaced') ||
      loops.some(({ state }) => state === 'stalled')
    const isDegraded = states.some((state) => state !== 'ok')
    return { status: isUnavailable ? 'unavailable' : isDegraded ? 'degraded' : 'ok', dependencies, loops }
  }
}

async function checkDependency(dependency: Dependency): Promise<DependencyState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<DependencyState>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), PATIENCE_MS)
  })
  try {
    return await Promise.race([dependency.state(), late])
  } catch {
    return 'unavailable'
  } finally {
    clearTimeout(timer)
  }
}
