/**
 * Webhook events over the whole catalog: each operation that writes sends the events of the table
 * (`webhook-events-table.ts`), in its own transaction, and no others.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { operations, tools } from '../src/catalog.ts'
import { EVENT_TYPES, type EventType } from '../src/features/platform/webhooks/index.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { webhookFor } from '../src/testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { pathOf, type Sample, type Samples, samplesOf } from './samples/index.ts'
import { EVENTS_BY_OPERATION } from './webhook-events-table.ts'

const writing = operations.filter(({ requires }) => requires.scope === 'write')

/** Operations of tools only: the REST operations that share their code, or why they send nothing. */
const TOOL_VARIANTS: Readonly<Record<string, readonly string[] | string>> = {
  updateConversation: ['updateConversationTitle', 'updateConversationPrivacy'],
  changeConversationLabels: ['updateConversationLabels'],
  labelConversations: ['updateConversationLabels'],
  updateLinkedCrmRecords: ['replaceLinkedCrmRecords'],
  sendSuperAgentMessage: 'The agent runs other operations, which send their events.',
  renameSuperAgentSession: 'Only the caller sees the session.',
  cancelSuperAgentProcessing: 'Only the caller sees the session.',
  deleteSuperAgentSession: 'Only the caller sees the session.',
}

let world: World
let samples: Samples
let hook: string
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  conversation = await importFor(world, { applicationExternalID: 'announced' })
  samples = await samplesOf(world, conversation, 'announced')
  hook = (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
})

/** What makes the sample a change where the world is already as it wants it. */
const PREPARED: Readonly<Record<string, () => Promise<Sample | undefined>>> = {
  restoreConversation: async () => {
    await call(world.app, world.org, 'DELETE', `/conversations/${conversation}`)
    return undefined
  },
  updateConversationOwner: async () => ({
    path: { id: await importFor(world) },
    body: { userUUID: world.mark.userId },
  }),
  updateConversationTeam: async () => ({
    path: { id: await importFor(world) },
    body: { teamUUID: world.teams.support },
  }),
  redactConversation: async () => ({
    path: { id: await importFor(world, { transcript: 'Bob: Write to ann@customer.example about it.' }) },
  }),
  reactivateOrganizationUser: async () => {
    const { path } = samples.reactivateOrganizationUser ?? {}
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${path?.id}`)
    return undefined
  },
}

function send(operation: (typeof operations)[number], sample: Sample): Promise<Answer> {
  const { query, body, headers, caller, ...placed } = sample
  return call(world.app, caller ?? world.org, operation.rest.method, pathOf(operation.rest.path, placed), {
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  })
}

interface Sent {
  readonly id: string
  readonly event_type: EventType
  readonly body: string
}

const sentTo = (id: string) =>
  world.app.store.owner.query<Sent>('select id, event_type, body from webhook_deliveries where webhook_id = $1', [id])

describe('the table', () => {
  it('names every operation that writes, and no other', () => {
    expect(Object.keys(EVENTS_BY_OPERATION).toSorted()).toEqual(writing.map(({ id }) => id).toSorted())
    const ofTools = tools
      .map(({ operation }) => operation)
      .filter(({ id, requires }) => requires.scope === 'write' && EVENTS_BY_OPERATION[id] === undefined)
    expect([...new Set(ofTools.map(({ id }) => id))].filter((id) => TOOL_VARIANTS[id] === undefined)).toEqual([])
  })

  it('names each type of event that an operation can send', () => {
    const table = JSON.stringify(EVENTS_BY_OPERATION)
    // Variants of a state that the samples don't reach, each with a test of its own.
    const others = [
      'scorecard_result.updated',
      'action.deleted',
      'team.restored',
      'comment.reopened',
      'task.updated',
      'task.reopened',
    ]
    const named = (type: string) => table.includes(type) || others.includes(type) || type.startsWith('coaching_')
    expect(EVENT_TYPES.filter((type) => !named(type))).toEqual([])
  })
})

/** What ends its thing goes last. */
const ordered = writing
  .map((operation) => [operation.id, operation] as const)
  .toSorted(([a], [b]) => Number(/^(delete|archive)/.test(a)) - Number(/^(delete|archive)/.test(b)))

describe('every operation', () => {
  it.each(ordered)('%s sends what the table says', async (id, operation) => {
    const expected = EVENTS_BY_OPERATION[id]
    const sample = (await PREPARED[id]?.()) ?? samples[id]
    if (sample === undefined) throw new Error(`There is no sample of ${id}.`)
    const before = new Set((await sentTo(hook)).map((one) => one.id))
    const answer = await send(operation, sample)
    expect([answer.status < 300, answer.text.slice(0, 300)]).toEqual([true, expect.anything()])
    const sent = (await sentTo(hook)).filter((one) => !before.has(one.id))
    const types = [...new Set(sent.map(({ event_type }) => event_type))].toSorted()
    expect(types).toEqual(typeof expected === 'string' ? [] : expected?.toSorted())
    for (const { event_type, body } of sent) {
      const event = JSON.parse(body)
      expect(Object.keys(event)).toEqual(['type', 'timestamp', 'data'])
      expect([event.type, new Date(event.timestamp).toISOString()]).toEqual([event_type, event.timestamp])
    }
  })

  it('sends no words of calls or people', async () => {
    const bodies = (await sentTo(hook)).map(({ body }) => body).join('\n')
    for (const word of ['Renamed', 'Good morning', 'ann@', 'Robert', 'Our talk', 'Renewals', 'Notes', 'Closing']) {
      expect(bodies).not.toContain(word)
    }
  })
})

describe('a change that is refused', () => {
  it('sends nothing', async () => {
    const before = (await sentTo(hook)).length
    const taken = await call(world.app, world.org, 'POST', '/scim/Users', { body: { userName: 'bob@acme.example' } })
    const cycle = await call(world.app, world.org, 'PATCH', `/organizations/teams/${world.teams.sales}`, {
      body: { name: 'Never', parentTeamUUID: world.teams.sales },
    })
    expect([taken.status, cycle.status]).toEqual([409, 409])
    expect((await sentTo(hook)).length).toBe(before)
  })
})
