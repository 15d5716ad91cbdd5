import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import {
  connectionFor,
  createCrmWorld,
  exportStatusOf,
  runOf,
  talkWith,
  trigger,
  workflowFor,
} from '../../../testing/crm-fixtures.ts'
import { createHubSpotServer, type HubSpotServer } from '../../../testing/hubspot-server.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let hubSpot: HubSpotServer
let connection: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = await createHubSpotServer()
  connection = (await connectionFor(world, 'hubspot', hubSpot.url)).uuid
})
beforeEach(async () => {
  hubSpot.reset()
  hubSpot.patches.length = 0
  await world.app.drain(world.acme)
  await world.app.store.owner.query('update integration_workflows set enabled = false where organization_id = $1', [
    world.acme,
  ])
})
const workflow = (given: Record<string, unknown> = {}) => workflowFor(world, connection, given)
const deal = (id: string) => [{ code: 'deals', id }]

describe('does', () => {
  it('answers at once, and writes the confirmed values to the linked records afterwards', async () => {
    const { uuid } = await workflow()
    hubSpot.put('deals', '1', { dealname: 'Renewal' })
    const id = await talkWith(world, [...deal('1'), { code: 'contacts', id: '9' }])
    const answer = await trigger(world, world.bob, id)
    expect([answer.status, answer.body]).toEqual([
      202,
      { workflows: [{ workflowId: expect.any(String), runId: expect.any(String) }] },
    ])
    expect(hubSpot.patches).toEqual([])
    expect(await exportStatusOf(world, id)).toBe('pending')
    await world.app.drain(world.acme)
    expect(hubSpot.patches).toEqual([{ type: 'deals', id: '1', properties: { pain: 'Slow reports' } }])
    expect(await exportStatusOf(world, id)).toBe('exported')
    expect(await runOf(world, answer.body.workflows[0].runId)).toMatchObject({
      ...{ conversationUUID: id, workflowUUID: uuid, status: 'succeeded', trigger: 'manual', tries: 1, triesMax: 3 },
      ...{ requestedBy: world.bob.userId, fields: [{ fieldKey: 'pain', crmField: 'pain', value: 'Slow reports' }] },
      records: [{ code: 'deals', id: '1', outcome: 'sent', fields: [{ crmField: 'pain', outcome: 'sent' }] }],
    })
  })

  it('runs all that are enabled, or those that are named, by either of their ids', async () => {
    const [first, second, off] = [
      await workflow(),
      await workflow({ name: 'Second' }),
      await workflow({ enabled: false }),
    ]
    const id = await talkWith(world, deal('1'))
    const all = (await trigger(world, world.org, id)).body.workflows
    expect(all).toHaveLength(2)
    await world.app.drain(world.acme)
    const named = (await trigger(world, world.org, id, { workflowIds: [second.uuid.toUpperCase()] })).body.workflows
    expect(named).toHaveLength(1)
    expect(all.map((one: { workflowId: string }) => one.workflowId)).toContain(named[0].workflowId)
    expect((await runOf(world, named[0].runId)).workflowUUID).toBe(second.uuid)
    await world.app.drain(world.acme)
    const again = (await trigger(world, world.org, id, { workflowIds: [named[0].workflowId] })).body.workflows
    expect([again[0].workflowId, (await runOf(world, again[0].runId)).workflowUUID]).toEqual([
      named[0].workflowId,
      second.uuid,
    ])
    for (const { uuid } of [first, off]) expect(JSON.stringify(again)).not.toContain(uuid)
  })

  it('knows a workflow for a conversation by one id, for ever', async () => {
    await workflow()
    const [one, two] = [await talkWith(world, deal('1')), await talkWith(world, deal('1'))]
    const idOf = async (id: string) => {
      const { body } = await trigger(world, world.org, id)
      await world.app.drain(world.acme)
      return body.workflows[0]
    }
    const [first, second, other] = [await idOf(one), await idOf(one), await idOf(two)]
    expect(second.workflowId).toBe(first.workflowId)
    expect(second.runId).not.toBe(first.runId)
    expect(other.workflowId).not.toBe(first.workflowId)
  })

  it('tells the same run while it is pending, to many callers at the same moment too, and writes once', async () => {
    await workflow()
    hubSpot.put('deals', '1', {})
    const id = await talkWith(world, deal('1'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => trigger(world, world.org, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202))
    expect(new Set(answers.map(({ body }) => body.workflows[0].runId)).size).toBe(1)
    await world.app.drain(world.acme)
    expect(hubSpot.patches).toHaveLength(1)
    const { body } = await call(world.app, world.org, 'GET', '/integration-runs', { query: { conversationUUID: id } })
    expect(body.meta.totalRecords).toBe(1)
  })

  it('writes only the fields that are asked for, and those that were asked for meanwhile', async () => {
    await workflow({
      fieldMapping: ['pain', 'competitors', 'seats'].map((key) => ({ fieldKey: key, crmField: key })),
    })
    hubSpot.put('deals', '1', {})
    const values = { pain: 'Slow', competitors: ['Acme', 'Initech'], seats: 40 }
    const id = await talkWith(world, deal('1'), values)
    const { body } = await trigger(world, world.org, id, { fieldKeys: ['pain', 'nothing'] })
    await trigger(world, world.org, id, { fieldKeys: ['seats'], autoExecution: true })
    await world.app.drain(world.acme)
    expect(hubSpot.patches.map(({ properties }) => properties)).toEqual([{ pain: 'Slow', seats: '40' }])
    expect(await runOf(world, body.workflows[0].runId)).toMatchObject({
      ...{ fieldKeys: ['nothing', 'pain', 'seats'], autoExecution: true, triesMax: 10 },
      leftOut: [{ fieldKey: 'nothing', reason: 'not_mapped' }],
    })
  })

  it('takes empty lists as none', async () => {
    await workflow()
    const id = await talkWith(world, deal('1'))
    const { body } = await trigger(world, world.org, id, { workflowIds: [], fieldKeys: [] })
    expect(body.workflows).toHaveLength(1)
    expect((await runOf(world, body.workflows[0].runId)).fieldKeys).toBeNull()
  })

  it('is content without a workflow', async () => {
    const id = await talkWith(world, deal('1'))
    const answer = await trigger(world, world.org, id)
    expect([answer.status, answer.body, await exportStatusOf(world, id)]).toEqual([202, { workflows: [] }, 'none'])
  })

  it('tells what it would write, and writes nothing', async () => {
    const { uuid } = await workflow({
      fieldMapping: [
        { fieldKey: 'pain', crmField: 'pain', overwrite: 'if_empty' },
        { fieldKey: 'seats', crmField: 'seats' },
      ],
    })
    hubSpot.put('deals', '7', {})
    const id = await talkWith(world, deal('1'), { pain: 'Slow' }, { opportunityID: '7' })
    const answer = await trigger(world, world.bob, id, { dryRun: true })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        workflows: [],
        dryRun: [
          {
            ...{ workflowId: expect.any(String), workflowUUID: uuid, workflowName: 'Deals', reason: null },
            fields: [{ fieldKey: 'pain', crmField: 'pain', overwrite: 'if_empty', value: 'Slow' }],
            leftOut: [{ fieldKey: 'seats', reason: 'not_confirmed' }],
            records: [
              { code: 'deals', id: '1' },
              { code: 'deals', id: '7' },
            ],
          },
        ],
      },
    ])
    await world.app.drain(world.acme)
    expect([hubSpot.asked.length, await exportStatusOf(world, id)]).toEqual([0, 'none'])
    const { body } = await call(world.app, world.org, 'GET', '/integration-runs', { query: { conversationUUID: id } })
    expect(body.meta.totalRecords).toBe(0)
  })
})

describe('refuses', () => {
  it.each<[string, object, string]>([
    ['an unknown workflow', { workflowIds: [NOBODY] }, '/workflowIds/0'],
    ['what is no id at all', { workflowIds: ['Deals'] }, '/workflowIds/0'],
    ['101 workflows', { workflowIds: Array(101).fill(NOBODY) }, '/workflowIds'],
    ['workflows that are no list', { workflowIds: NOBODY }, '/workflowIds'],
    ['an empty key', { fieldKeys: [''] }, '/fieldKeys/0'],
    ['201 keys', { fieldKeys: Array(201).fill('x') }, '/fieldKeys'],
    ['autoExecution that is text', { autoExecution: 'yes' }, '/autoExecution'],
    ['dryRun that is text', { dryRun: 'yes' }, '/dryRun'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await talkWith(world, deal('1'))
    const answer = await trigger(world, world.org, id, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('one that is disabled, or of another organization, and starts none of the others', async () => {
    const [on, off] = [await workflow(), await workflow({ enabled: false })]
    const theirs = await connectionFor(world, 'hubspot', hubSpot.url, {}, world.rivalOrg)
    const foreign = await workflowFor(world, theirs.uuid, {}, world.rivalOrg)
    const id = await talkWith(world, deal('1'))
    for (const { uuid } of [off, foreign]) {
      const answer = await trigger(world, world.org, id, { workflowIds: [on.uuid, uuid] })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/workflowIds/1')])
    }
    expect(await exportStatusOf(world, id)).toBe('none')
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => trigger(world, caller, id),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await trigger(world, caller, id)).status).toBe(202)
    }
    expect((await trigger(world, world.carol, id)).body).toEqual(notFound('conversation'))
  })

  it('needs no allowed address to be told what would be written', async () => {
    const plain = await createWorld(world.app)
    expect((await trigger(plain, plain.org, await importFor(plain), { dryRun: true })).body.dryRun).toEqual([])
  })
})
