import type { ModelCall } from '../../src/core/language-model.ts'
import { recordModelCall } from '../../src/features/platform/model-calls/index.ts'
import type { SamplesOf } from './sample.ts'

export const reportSamples: SamplesOf = async ({ app, acme, bob, teams }) => {
  // What operations ask of a language model leaves this behind.
  const call: ModelCall = {
    ...{ purpose: 'answer', model: 'test-model', startedAt: app.clock.now(), ms: 900, requests: 1 },
    ...{ inputTokens: 1_200, outputTokens: 80, estimated: false, prices: { input: 3, output: 15 } },
    ...{ outcome: 'ok', detail: undefined },
  }
  await recordModelCall(app.store.of(acme), acme, call, bob.userId)
  return {
    getUsageReport: {},
    getRateLimits: {},
    getTeamReport: { path: { id: teams.sales } },
    getOrganizationReport: {},
  }
}
