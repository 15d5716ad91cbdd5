/** Limits of deliveries: by source and organization, whatever network address they come from. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signWebhook } from '../../../core/webhook-signature.ts'
import { call } from '../../../testing/call.ts'
import {
  type ConnectedSource,
  createSourcesWorld,
  SIGNING_SECRET,
  type SourcesWorld,
  sourceFor,
  webhookBody,
} from '../../../testing/sources-fixtures.ts'

const HOUR = 3_600_000
/** Limit of a network address. More than the requests of the fixtures. */
const ADDRESS = 300
/** Egress address of a vendor, which sends the deliveries of all organizations. */
const VENDOR = '198.51.100.7'

let world: SourcesWorld
let first: ConnectedSource
let second: ConnectedSource
let rival: ConnectedSource
beforeAll(async () => {
  world = await createSourcesWorld({
    ...{ LIMIT_ADDRESS_HOUR: String(ADDRESS), LIMIT_SOURCE_HOUR: '4', LIMIT_SOURCES_HOUR: '7' },
  })
  first = await sourceFor(world, webhookBody())
  second = await sourceFor(world, webhookBody({ name: 'Second' }))
  const made = await call(world.app, world.rivalOrg, 'POST', '/sources', { body: webhookBody() })
  rival = { id: made.body.data.uuid, path: new URL(made.body.data.address).pathname.slice('/v2'.length) }
  for (const source of [first, second, rival]) expect((await send(source)).status).toBe(200)
})
beforeEach(() => world.ahead(2 * HOUR))

async function send({ path }: Pick<ConnectedSource, 'path'>, isSigned = true) {
  const id = randomUUID()
  const payload = JSON.stringify({ externalId: id, recordingUrl: 'https://files.example.com/call.mp3' })
  const signed = signWebhook({ id, body: payload }, [SIGNING_SECRET], world.app.clock.now())
  const answer = await world.app.server.inject({
    ...{ method: 'POST', url: `/v2${path}`, remoteAddress: VENDOR, payload },
    headers: { 'content-type': 'application/json', host: 'parley.test', ...(isSigned ? signed : {}) },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
async function sendMany(source: Pick<ConnectedSource, 'path'>, count: number, isSigned = true): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await send(source, isSigned)).status)
  return statuses
}

describe('a source that sends too much', () => {
  it('is refused with the time to wait, while sources of other organizations behind the same address go on', async () => {
    const statuses = await sendMany(first, ADDRESS + 10)
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200])
    expect(new Set(statuses.slice(4))).toEqual(new Set([429]))
    const refused = await send(first)
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(refused.headers.ratelimit).toMatch(/^"source-second";r=\d+;t=1, "source-hour";r=0;t=\d+, /)
    expect(refused.headers['ratelimit-policy']).toContain('"source-hour";q=4;w=3600')
    expect(JSON.parse(refused.text)).toMatchObject({ status: '429', code: 'rate_limited' })
    expect(await sendMany(rival, 4)).toEqual([200, 200, 200, 200])
  })

  it('leaves other sources of its organization the rest of the organization', async () => {
    expect(await sendMany(first, 5)).toEqual([200, 200, 200, 200, 429])
    expect(await sendMany(second, 4)).toEqual([200, 200, 200, 429])
    expect((await send(second)).headers.ratelimit).toContain('"sources-hour";r=0;')
    expect(await sendMany(rival, 1)).toEqual([200])
  })

  it('with wrong signatures does not use up the address either', async () => {
    expect(await sendMany(first, 5, false)).toEqual([401, 401, 401, 401, 429])
    await sendMany(first, ADDRESS, false)
    expect(await sendMany(rival, 4)).toEqual([200, 200, 200, 200])
    expect((await call(world.app, world.org, 'GET', '/sources')).status).toBe(200)
  })
})

describe('addresses without a source', () => {
  const nothing = () => ({ path: first.path.replace(/.{4}$/, randomUUID().slice(0, 4)) })

  it('count for the network address, and known sources behind it go on', async () => {
    const statuses: number[] = []
    for (let n = 0; n < ADDRESS + 2; n++) statuses.push((await send(nothing())).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(ADDRESS)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(await sendMany(rival, 2)).toEqual([200, 200])
  })

  it('are those of sources that were deleted, too', async () => {
    const gone = await sourceFor(world, webhookBody({ name: 'Gone' }))
    expect(await sendMany(gone, 2)).toEqual([200, 200])
    await call(world.app, world.org, 'DELETE', `/sources/${gone.id}`)
    // The first one is still expected at the address.
    const statuses = await sendMany(gone, ADDRESS + 2)
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
    expect(await sendMany(first, 1)).toEqual([200])
  })
})
