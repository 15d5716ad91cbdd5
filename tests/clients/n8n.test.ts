/**
 * The nodes of n8n against the running service, with a context that has what they use of n8n. The package `n8n-workflow`
 * gives them only types, so it isn't installed here.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../src/testing/call.ts'
import { closeAfterTests } from '../../src/testing/close-after-tests.ts'
import { createTestApp } from '../../src/testing/create-test-app.ts'
import { importFor } from '../../src/testing/import-fixtures.ts'
import { RECEIVERS } from '../../src/testing/receiver.ts'
import { createWorld, type World } from '../../src/testing/world.ts'

interface Table {
  readonly OPERATIONS: readonly {
    readonly resource: string
    readonly value: string
    readonly method: string
    readonly path: string
    readonly fields: readonly { readonly name: string; readonly in: string; readonly isRequired?: boolean }[]
  }[]
  readonly EVENT_TYPES: readonly string[]
}
type Hook = (this: object) => Promise<boolean>
interface Node {
  readonly description: { readonly properties: readonly { readonly name: string; readonly required?: boolean }[] }
  execute(this: object): Promise<{ json: Record<string, unknown>; pairedItem: { item: number } }[][]>
  webhook(this: object): Promise<{ workflowData?: { json: Record<string, unknown> }[][] }>
  readonly webhookMethods: { readonly default: Readonly<Record<'checkExists' | 'create' | 'delete', Hook>> }
}

const load = async (name: string) => import(new URL(`../../clients/n8n/nodes/Parley/${name}.ts`, import.meta.url).href)

let world: World
let baseUrl: string
let table: Table
let node: Node
let trigger: Node
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true, allowed: RECEIVERS }))
  baseUrl = `${world.app.publicUrl()}/v2/`
  table = await load('operations')
  node = new (await load('Parley.node')).Parley()
  trigger = new (await load('ParleyTrigger.node')).ParleyTrigger()
})

interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly qs?: Readonly<Record<string, unknown>>
  readonly body?: object
}

/** Sends a request as n8n does: with the key of the credentials, and an error that has the response. */
async function httpRequestWithAuthentication(this: { readonly key: string }, name: string, request: HttpRequest) {
  expect(name).toBe('parleyApi')
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(request.qs ?? {})) query.set(key, String(value))
  const response = await fetch(`${request.url}${query.size === 0 ? '' : `?${query}`}`, {
    method: request.method,
    headers: { authorization: this.key, ...(request.body && { 'content-type': 'application/json' }) },
    ...(request.body && { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  if (!response.ok)
    throw Object.assign(new Error('Request failed'), { response: { statusCode: response.status, body } })
  return body
}

const shared = (key: string) => ({
  key,
  getCredentials: async () => ({ baseUrl, apiKey: key }),
  helpers: { httpRequestWithAuthentication },
})

/** Runs the node for items, each with its parameters. */
async function run(resource: string, operation: string, items: Record<string, unknown>[], continueOnFail = false) {
  const context = {
    // Suggested actions belong to users.
    ...shared(world.alice.key),
    getInputData: () => items,
    continueOnFail: () => continueOnFail,
    getNodeParameter: (name: string, item: number, fallback?: unknown) =>
      ({ resource, operation })[name] ?? items[item]?.[name.replace(`${resource}_${operation}_`, '')] ?? fallback,
  }
  const [results = []] = await node.execute.call(context)
  return results
}

describe('the node', () => {
  it('has twenty operations, which the API has too, with a parameter for each field', async () => {
    expect(table.OPERATIONS).toHaveLength(20)
    const response = await fetch(`${baseUrl}openapi.json`)
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
    }
    for (const { method, path, fields } of table.OPERATIONS) {
      const described = paths[path]?.[method.toLowerCase()]
      const known = described?.parameters?.map(({ name }) => name) ?? []
      const sent = fields.filter((field) => field.in !== 'body').map(({ name }) => name)
      expect([path, described !== undefined, sent.filter((name) => !known.includes(name))]).toEqual([path, true, []])
    }
    const names = node.description.properties.map(({ name }) => name).filter((name) => name.includes('_'))
    expect(new Set(names).size).toBe(table.OPERATIONS.flatMap(({ fields }) => fields).length)
  })

  it('imports, finds, changes and archives conversations', async () => {
    const [first, second] = await run('conversation', 'import', [
      { transcript: 'Ana: Hello.', title: 'From n8n', labels: '{"Stage": "Opening"}', applicationExternalID: 'n8n-1' },
      { transcript: 'Ana: Bye.', title: 'From n8n', participants: [{ name: 'Ana', email: 'ana@customer.example' }] },
    ])
    expect([first?.pairedItem.item, second?.pairedItem.item]).toEqual([0, 1])
    const id = first?.json.uuid as string
    await world.app.drain(world.acme)

    const found = await run('conversation', 'getMany', [{ filter_title_: 'From n8n', returnAll: true }])
    expect(found.map(({ json }) => json.title)).toEqual(['From n8n', 'From n8n'])
    const [limited, ...rest] = await run('conversation', 'getMany', [{ limit: 1 }])
    expect([limited?.json.title, rest]).toEqual(['From n8n', []])

    await run('conversation', 'rename', [{ id, title: 'Renamed' }])
    await run('conversation', 'setLabels', [{ id, labels: '{"Stage": "Closing"}' }])
    const [got] = await run('conversation', 'get', [{ id }])
    expect(got?.json.attributes).toMatchObject({ title: 'Renamed', labels: { Stage: 'Closing' } })
    const lines = await run('conversation', 'getTranscript', [{ id }])
    expect(lines.map(({ json }) => json.text)).toEqual(['Hello.'])
    expect(await run('conversation', 'archive', [{ id }])).toEqual([
      { json: { success: true }, pairedItem: { item: 0 } },
    ])
  })

  it('runs every other operation', async () => {
    const id = await importFor(world, { transcript: 'Bob: The price is 9 euros.' })
    await world.app.drain(world.acme)
    const parameters: Record<string, Record<string, unknown>> = {
      'conversation search': { q: 'price' },
      'conversation getSummary': { id },
      'fieldValue getMany': { id },
      'score getMany': { id },
      'answer ask': { prompt: 'What is the price?', conversation_ids: `${id}, ` },
      'action getMany': { status: 'pending,drafted' },
      'comment create': { id, text: 'Well done.' },
      'crmRecord upsert': { code: 'companies', id: '4711', fields: '{"name": "Acme"}' },
      'user getMany': {},
      'team getMany': {},
      'report get': { period: 'week' },
    }
    for (const [name, one] of Object.entries(parameters)) {
      const [resource = '', operation = ''] = name.split(' ')
      expect([name, await run(resource, operation, [one])]).toEqual([name, expect.any(Array)])
    }
    const tested = ['import', 'get', 'getMany', 'rename', 'setLabels', 'getTranscript', 'archive']
    const left = table.OPERATIONS.map(({ resource, value }) => `${resource} ${value}`)
      .filter((name) => !(name in parameters) && !tested.map((one) => `conversation ${one}`).includes(name))
      .toSorted()
    // These two need a value and an action, and fail with the error of the service here.
    expect(left).toEqual(['action dismiss', 'fieldValue confirm'])
    await expect(run('action', 'dismiss', [{ action_uuid: id }])).rejects.toThrow('(item 0)')
    const confirm = run('fieldValue', 'confirm', [{ id, intelligence: '[{"key": "none"}]' }])
    await expect(confirm).rejects.toThrow('No item with this key')
  })

  it('names the field and the item, and continues if it may', async () => {
    await expect(run('conversation', 'get', [{}])).rejects.toThrow('Conversation ID is required. (item 0)')
    await expect(run('conversation', 'setLabels', [{ id: 'x', labels: '{' }])).rejects.toThrow('Labels is not JSON.')
    const id = await importFor(world)
    const results = await run('conversation', 'get', [{ id: '0198f3a0-0000-7000-8000-000000000000' }, { id }], true)
    expect(results[0]?.json.error).toContain('Not found')
    expect(results[1]?.json.id).toBe(id)
  })
})

describe('the trigger', () => {
  it('creates its webhook, accepts signed events only, and deletes it', async () => {
    const received: { body: Buffer; headers: Record<string, string> }[] = []
    const server = createServer(async (request, response) => {
      received.push({ body: await buffer(request), headers: request.headers as Record<string, string> })
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeAfterTests(async () => {
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/parley`
    const state: Record<string, unknown> = {}
    const hooks = {
      ...shared(world.org.key),
      getWorkflowStaticData: () => state,
      getNodeWebhookUrl: () => url,
      getNodeParameter: () => ['conversation.updated'],
    }
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default
    expect(await checkExists.call(hooks)).toBe(false)
    expect(await create.call(hooks)).toBe(true)
    expect(await checkExists.call(hooks)).toBe(true)

    const id = await importFor(world)
    await call(world.app, world.org, 'PUT', `/conversations/${id}/title`, { body: { title: 'For n8n' } })
    await world.app.drain(world.acme)
    expect(received).toHaveLength(1)
    const [{ body = Buffer.alloc(0), headers = {} } = {}] = received

    let status = 200
    const receive = (rawBody: Buffer, sent: Record<string, string>) =>
      trigger.webhook.call({
        getRequestObject: () => ({ rawBody }),
        getHeaderData: () => sent,
        getWorkflowStaticData: () => state,
        getResponseObject: () => ({
          status: (code: number) => {
            status = code
            return { send: () => undefined }
          },
        }),
      })
    const { workflowData } = await receive(body, headers)
    expect(workflowData?.[0]?.[0]?.json).toMatchObject({
      id: headers['webhook-id'],
      type: 'conversation.updated',
      data: { conversation_id: id },
    })
    expect(status).toBe(200)
    expect((await receive(Buffer.from('{}'), headers)).workflowData).toBeUndefined()
    expect(status).toBe(401)
    const old = new Date(Date.now() - 600_000)
    const signature = new Webhook(state.secret as string).sign('msg_1', old, '{}')
    const late = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(old.getTime() / 1000)),
      'webhook-signature': signature,
    }
    expect((await receive(Buffer.from('{}'), late)).workflowData).toBeUndefined()

    expect(await remove.call(hooks)).toBe(true)
    expect(state).toEqual({})
    expect(await checkExists.call(hooks)).toBe(false)
  })

  it('offers all types of events', async () => {
    const { EVENT_TYPES } = await import('../../src/features/platform/webhooks/events.ts')
    expect([...table.EVENT_TYPES].toSorted()).toEqual([...EVENT_TYPES].toSorted())
  })
})
