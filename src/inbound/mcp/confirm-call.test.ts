/** Calls that can't be undone: by argument, and by the question that a client shows to its user. */
import { beforeAll, describe, expect, it } from 'vitest'
import { rpc } from '../../testing/call-tool.ts'
import { createWorld, type World } from '../../testing/world.ts'

const REVISION = '2026-07-28'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const makeLabel = async (name: string): Promise<string> => {
  const { result } = await rpc(world.app, world.alice, 'tools/call', {
    ...{ name: 'create_label', arguments: { name, options: [{ value: 'Yes' }] } },
  })
  return result.structuredContent.id
}

/** A call of the newest revision, with the capabilities of the client and the answers of its user. */
async function callModern(args: object, { capabilities = { elicitation: {} } as object, inputResponses = {} } = {}) {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...{ authorization: `Bearer ${world.alice.key}`, 'content-type': 'application/json', host: 'parley.test' },
      ...{ 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'delete_label' },
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'delete_label', arguments: args, inputResponses },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientCapabilities': capabilities,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        },
      },
    }),
  })
  return JSON.parse(answer.body).result
}

const exists = async (id: string) =>
  (await world.app.store.owner.query('select id from labels where id = $1', [id])).length > 0

describe('without elicitation', () => {
  it('the call does nothing until its argument confirms it', async () => {
    const label_id = await makeLabel('By argument')
    const call = (args: object) =>
      rpc(world.app, world.alice, 'tools/call', { name: 'delete_label', arguments: { label_id, ...args } })
    for (const args of [{}, { confirm: false }]) {
      const { result } = await call(args)
      expect(result.structuredContent.error).toMatchObject({
        ...{ code: 'validation_failed', reason: 'confirmation_required', problems: [{ pointer: '/confirm' }] },
      })
      expect(result.content[0].text).toContain('Ask the user')
      expect(await exists(label_id)).toBe(true)
    }
    expect((await call({ confirm: true })).result.isError).toBeUndefined()
    expect(await exists(label_id)).toBe(false)
  })

  it('a caller without permission gets that error instead', async () => {
    const { result } = await rpc(world.app, world.bob, 'tools/call', {
      ...{ name: 'delete_label', arguments: { label_id: await makeLabel('Not for reps') } },
    })
    expect(result.structuredContent.error.code).toBe('admin_required')
  })

  it('the newest revision uses the argument too', async () => {
    const label_id = await makeLabel('Newest revision')
    const asked = await callModern({ label_id }, { capabilities: {} })
    expect(asked.structuredContent.error.reason).toBe('confirmation_required')
    await callModern({ label_id, confirm: true }, { capabilities: {} })
    expect(await exists(label_id)).toBe(false)
  })
})

describe('with elicitation', () => {
  const agreed = { confirm: { action: 'accept', content: { confirm: true } } }

  it('the client asks its user, and an argument of the model doesn’t replace the answer', async () => {
    const label_id = await makeLabel('By question')
    for (const args of [{ label_id }, { label_id, confirm: true }]) {
      const asked = await callModern(args)
      expect(asked).toMatchObject({
        resultType: 'input_required',
        inputRequests: { confirm: { method: 'elicitation/create', params: { requestedSchema: { type: 'object' } } } },
      })
      expect(asked.inputRequests.confirm.params.message).toMatch(/^Delete a label\? You can't undo this\./)
      expect(await exists(label_id)).toBe(true)
    }
    const done = await callModern({ label_id }, { inputResponses: agreed })
    expect(done.isError).toBeUndefined()
    expect(await exists(label_id)).toBe(false)
  })

  it.each([
    ['declines', { confirm: { action: 'decline' } }],
    ['cancels', { confirm: { action: 'cancel' } }],
    ['leaves the box empty', { confirm: { action: 'accept', content: { confirm: false } } }],
  ])('nothing happens if the user %s', async (name, inputResponses) => {
    const label_id = await makeLabel(`Question ${name}`)
    const { structuredContent, isError } = await callModern({ label_id }, { inputResponses })
    expect({ isError, error: structuredContent.error }).toMatchObject({ isError: true, error: { reason: 'declined' } })
    expect(await exists(label_id)).toBe(true)
  })

  it('invalid arguments are named before the user is asked', async () => {
    const { structuredContent } = await callModern({ label_id: 'x' })
    expect(structuredContent.error.problems[0].pointer).toBe('/label_id')
  })

  it('a client that shows only web pages uses the argument', async () => {
    const label_id = await makeLabel('Web pages')
    const { structuredContent } = await callModern({ label_id }, { capabilities: { elicitation: { url: {} } } })
    expect(structuredContent.error.reason).toBe('confirmation_required')
  })
})
