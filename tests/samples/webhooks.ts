import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const webhookSamples: SamplesOf = async (world) => {
  const url = 'https://hooks.customer.example/parley'
  const make = async () => {
    const made = await call(world.app, world.org, 'POST', '/webhooks', { body: { url, event_types: ['deck.created'] } })
    if (made.status !== 201) throw new Error(made.text)
    return made.body.data.id
  }
  const send = (id: string) => call(world.app, world.org, 'POST', `/webhooks/${id}/test`)
  const [kept, spare] = [await make(), await make()]
  const sent = { path: { id: kept, deliveryId: (await send(kept)).body.data.id } }
  return {
    listWebhooks: {},
    createWebhook: { body: { url } },
    getWebhook: { path: { id: kept } },
    updateWebhook: { path: { id: kept }, body: { description: 'Renamed' } },
    deleteWebhook: { path: { id: spare } },
    rotateWebhookSecret: { path: { id: kept }, body: { overlap_hours: 1 } },
    testWebhook: { path: { id: kept } },
    redeliverWebhookDeliveries: { path: { id: kept }, body: { since: '2026-01-01' } },
    listWebhookDeliveries: { path: { id: kept } },
    getWebhookDelivery: sent,
    redeliverWebhookDelivery: sent,
  }
}
