/** Supported CRMs. Each adapter is loaded on demand, because most organizations use one CRM or none. */
import type { Clock } from '../../core/clock.ts'
import type { Crm, CrmPort } from '../../core/crm.ts'
import type { PublicFetch } from '../../core/public-fetch.ts'
import { openHttpCrm } from './http.ts'
import type { Sessions } from './salesforce.ts'
import { createSend } from './send.ts'

export function createCrmPort(ports: { readonly fetchPublic: PublicFetch; readonly clock: Clock }): CrmPort {
  let sessions: Sessions | undefined
  return {
    open(access, signal) {
      const send = createSend(ports.fetchPublic, signal)
      if (access.kind === 'http') return openHttpCrm(access, send, ports.clock)
      return loadedLater(async () => {
        if (access.kind === 'hubspot') return (await import('./hubspot.ts')).openHubSpot(access, send)
        const { createSessions, openSalesforce } = await import('./salesforce.ts')
        sessions ??= createSessions()
        return openSalesforce(access, send, sessions)
      })
    },
  }
}

function loadedLater(load: () => Promise<Crm>): Crm {
  let loading: Promise<Crm> | undefined
  const crm = () => {
    loading ??= load()
    return loading
  }
  return {
    reads: true,
    test: async (codes) => (await crm()).test(codes),
    records: async (code, ids, fields) => (await crm()).records(code, ids, fields),
    changed: async (code, asked) => (await crm()).changed(code, asked),
    push: async (push) => (await crm()).push(push),
  }
}
