/** Webhooks as a real process serves them, on a data folder of its own: what is killed is made up for, what hangs waits alone. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { RECEIVERS, startReceiver } from '../src/testing/receiver.ts'
import { startParley } from '../src/testing/run-parley.ts'

let data: string
let service: ChildProcess
let base = ''
let key = ''

async function start(): Promise<void> {
  const started = startParley(['serve', '--port', '0', '--json', '--data', data], {
    env: { ALLOWED_PRIVATE_TARGETS: RECEIVERS },
  })
  started.stderr.pipe(process.stderr)
  service = started
  const told = JSON.parse(String((await once(createInterface(started.stdout), 'line'))[0]))
  base = told.base_url
  key = told.api_key ?? key
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (let i = 0; i < 300; i++) {
    const seen = await look()
    if (holds(seen)) return seen
    await pause(100)
  }
  throw new Error('It did not come about within thirty seconds.')
}

beforeAll(async () => {
  data = await madeDataFolder('webhooks')
  await start()
})
afterAll(async () => {
  service.kill('SIGTERM')
  await once(service, 'exit')
  await rm(data, { recursive: true, force: true })
})

describe('a service', () => {
  it('that is killed while it delivers does so again, under the same id', async () => {
    const receiver = await startReceiver(() => ({ hangs: 'at once' }))
    const { id, secret } = (await ask('POST', '/webhooks', { url: receiver.url, event_types: ['deck.created'] })).data
    const delivery = (await ask('POST', `/webhooks/${id}/test`)).data
    await receiver.until(1)
    service.kill('SIGKILL')
    await once(service, 'exit')
    receiver.answer = () => ({})
    await start()
    const path = `/webhooks/${id}/deliveries/${delivery.id}`
    const { data } = await until(
      () => ask('GET', path),
      (seen) => seen.data.status === 'delivered',
    )
    expect(data).toMatchObject({ attempts: 1, message_id: delivery.message_id })
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([data.message_id, data.message_id])
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {})).toEqual(JSON.parse(delivery.body))
  })

  it('with more targets that hang than places for work goes on working', async () => {
    const hanging = await startReceiver(() => ({ hangs: 'at once' }))
    const healthy = await startReceiver()
    const wants = (url: string) => ask('POST', '/webhooks', { url, event_types: ['conversation.imported'] })
    for (let n = 0; n < 6; n++) await wants(hanging.url)
    await wants(healthy.url)
    const segments = [{ speaker: 'Bob', text: 'I will send you the offer by Friday.', start: 0, end: 3 }]
    for (let n = 0; n < 8; n++) await ask('POST', '/conversations/import', { transcript: { segments } })
    // Sooner than any that hangs would give its place up.
    await healthy.until(8)
    const pending = () => ask('GET', '/conversations/list?filter[hide_non_analyzed]=true')
    await until(pending, ({ meta }) => meta.totalRecords === 8)
    await until(
      async () => hanging.most(),
      (most) => most >= 24,
    )
    expect(hanging.most()).toBe(24)
  })
})
