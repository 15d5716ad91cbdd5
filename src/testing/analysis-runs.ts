/** Runs of analyses with steps made for a test. */

import type { JobContext } from '../core/jobs.ts'
import { ModelRest } from '../features/analysis/pipeline/model-rest.ts'
import { analyze } from '../features/analysis/pipeline/run.ts'
import { type AnyStep, defineStep } from '../features/analysis/pipeline/step.ts'
import { requestAnalysis } from '../features/platform/analysis-requests/index.ts'
import { call } from './call.ts'
import type { World } from './world.ts'

/** A step that adds what it did to `done`. */
export function createStep(
  id: AnyStep['id'],
  done: string[],
  more: Partial<Parameters<typeof defineStep>[0]> = {},
): AnyStep {
  return defineStep<object>({
    id,
    version: 1,
    asksModel: false,
    find: async () => {
      done.push(`find ${id}`)
      return { outcome: 'complete' as const }
    },
    save: async () => void done.push(`keep ${id}`),
    ...more,
  })
}

interface ReportedAnalysis {
  state: string
  processingStatus: string
  steps: { step: string; state: string; outcome: string | null; failures: number; nextTryAt: string | null }[]
}

/** Functions that run and read the analyses of a world. */
export function createAnalyses(getWorld: () => World) {
  function createJobContext(signal = new AbortController().signal): JobContext {
    const { app, acme } = getWorld()
    return { ...app.contextFor(app.operator(acme)), modelFor: () => undefined, signal }
  }
  async function readAnalysis(id: string): Promise<ReportedAnalysis & Record<string, never>> {
    const { app, bob } = getWorld()
    return (await call(app, bob, 'GET', `/conversations/${id}/analysis`)).body.data
  }
  async function readTicket(id: string): Promise<number> {
    const { app, acme } = getWorld()
    const [row] = await app.store.owner.query<{ ticket: number }>(
      'select ticket from analyses where organization_id = $1 and conversation_id = $2',
      [acme, id],
    )
    return row?.ticket ?? 0
  }
  return {
    ...{ createJobContext, readAnalysis, readTicket },
    run: async (id: string, steps: readonly AnyStep[], ctx = createJobContext(), rest = new ModelRest()) =>
      analyze({ steps, rest }, { id, ticket: await readTicket(id) }, ctx),
    ask(id: string, again: AnyStep['id'][] = []): Promise<void> {
      const ctx = createJobContext()
      return ctx.transact((tx) => requestAnalysis(tx, ctx, [id], again))
    },
  }
}
