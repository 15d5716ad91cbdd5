/** Webhooks of acme, and what is told of their deliveries. */
import { announce, type EventType } from '../features/platform/webhooks/index.ts'
import { call } from './call.ts'
import { startReceiver } from './receiver.ts'
import type { Caller, World } from './world.ts'

export interface MadeWebhook {
  readonly id: string
  readonly secret: string
}

export async function webhookFor(world: World, given: Record<string, unknown>, caller?: Caller): Promise<MadeWebhook> {
  const answer = await call(world.app, caller ?? world.org, 'POST', '/webhooks', { body: given })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** A receiver with a webhook that leads to it. */
export async function receiverFor(world: World, given: Record<string, unknown> = {}) {
  const receiver = await startReceiver()
  return { receiver, ...(await webhookFor(world, { url: `${receiver.url}/hook`, ...given })) }
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export async function deliveriesOf(world: World, id: string, query: Record<string, string> = {}): Promise<any[]> {
  return (await call(world.app, world.org, 'GET', `/webhooks/${id}/deliveries`, { query })).body.data
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export async function deliveryOf(world: World, id: string, deliveryId: string): Promise<any> {
  return (await call(world.app, world.org, 'GET', `/webhooks/${id}/deliveries/${deliveryId}`)).body.data
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export async function testFor(world: World, id: string): Promise<any> {
  const answer = await call(world.app, world.org, 'POST', `/webhooks/${id}/test`)
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.data
}

/** Announces an event of which nothing is true, without the work that a true one causes. */
export async function announceFor(world: World, type: EventType, org = world.acme): Promise<void> {
  const ctx = world.app.contextFor(world.app.operator(org))
  await ctx.transact((tx) => announce(tx, ctx, { type, data: { id: 'one' } }))
}

/** A clock that stands still until it is set on. */
export function settableClock(at = '2026-03-10T10:00:00.000Z') {
  let now = new Date(at)
  return {
    now: () => now,
    pass(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000)
    },
  }
}
