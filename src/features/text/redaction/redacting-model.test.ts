/** What reaches language models and embeddings of an organization that shows them masks, through the real app. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { asksFor, createModelServer, type ModelServer, says, saysJson } from '../../../testing/model-server.ts'
import { createWordEmbedding } from '../../../testing/word-embedding.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let server: ModelServer
const embedded: string[] = []
beforeAll(async () => {
  server = await createModelServer()
  const words = createWordEmbedding()
  const embedding = {
    ...words,
    embed: (texts: readonly string[], purpose: 'query' | 'passage', signal?: AbortSignal) => {
      embedded.push(...texts)
      return words.embed(texts, purpose, signal)
    },
  }
  world = await createWorld(await createTestApp({ model: server.url, embedding }))
})
beforeEach(() => {
  server.requests.length = 0
  embedded.length = 0
})

const put = (mode: string) =>
  call(world.app, world.org, 'PUT', '/organizations/redaction', { body: { mode, kinds: ['email', 'card'] } })
const model = () => {
  const { model: found } = world.app.contextFor(world.app.operator(world.acme))
  if (found === undefined) throw new Error('There is no model.')
  return found
}
const ask = { purpose: 'test', system: 'Be brief.', prompt: '[0] Ann: I am ann@b.example', maxOutputTokens: 100 }

describe('a model', () => {
  it('is shown marks and told what they are, and what it says has the contents', async () => {
    await put('models_only')
    server.script = () => says('Write to [EMAIL_1].')
    expect(await model().text(ask)).toBe('Write to ann@b.example.')
    const [request] = server.requests
    expect(request?.prompt).toBe('[0] Ann: I am [EMAIL_1]')
    expect(request?.system).toContain('[EMAIL_1], stand for')
    expect(JSON.stringify(request?.body)).not.toContain('ann@b.example')
  })

  it('quotes what is stored', async () => {
    await put('models_only')
    server.script = () => saysJson({ quote: 'I am [EMAIL_1]' })
    const answer = await model().object({ ...ask, schema: z.object({ quote: z.string() }) })
    expect(answer).toEqual({ quote: 'I am ann@b.example' })
  })

  it('quotes it while it writes, too', async () => {
    await put('models_only')
    const answer = { quotes: [{ text: 'I am [EMAIL_1]' }], more: '' }
    server.script = () => saysJson(answer, { pieceLength: 2 })
    const schema = z.object({ quotes: z.array(z.object({ text: z.string() })), more: z.string() })
    const told: unknown[] = []
    const soFar = { schema: schema.omit({ more: true }), onPartial: async (part: unknown) => told.push(part) > 0 }
    expect(await model().object({ ...ask, schema, soFar })).toEqual({
      quotes: [{ text: 'I am ann@b.example' }],
      more: '',
    })
    expect(told).toEqual([{ quotes: [{ text: 'I am ann@b.example' }] }])
    expect(server.requests[0]?.system).toContain('[EMAIL_1], stand for')
  })

  it('streams the contents', async () => {
    await put('storage')
    server.script = () => says('It is [EMAIL_1], yes.', { pieceLength: 3 })
    let told = ''
    for await (const piece of model().stream(ask)) told += piece
    expect(told).toBe('It is ann@b.example, yes.')
  })

  it('asks for tools with the contents, and is shown marks of what came of it', async () => {
    await put('models_only')
    server.script = () => asksFor('find', { who: '[EMAIL_1]' })
    const tools = [{ name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} } }]
    const first = await model().turn({ ...ask, tools, messages: [{ role: 'user', text: 'Find ann@b.example' }] })
    expect(first.calls).toMatchObject([{ name: 'find', args: { who: 'ann@b.example' } }])
    const [made] = first.calls
    server.script = () => says('Found [EMAIL_1].')
    const second = await model().turn({
      ...{ ...ask, tools },
      messages: [
        { role: 'user', text: 'Find ann@b.example' },
        { role: 'assistant', text: '', calls: first.calls },
        { role: 'tool', id: made?.id ?? '', name: 'find', text: 'ann@b.example, card 4111 1111 1111 1111' },
      ],
    })
    expect(second.text).toBe('Found ann@b.example.')
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toMatch(/ann@b|4111/)
  })

  it('is shown everything where nothing is masked', async () => {
    await put('off')
    server.script = () => says('Yes.')
    await model().text(ask)
    expect(server.requests[0]?.prompt).toBe(ask.prompt)
    expect(server.requests[0]?.system).toBe(ask.system)
  })
})

describe('embeddings', () => {
  it('are made of masks, for passages and questions', async () => {
    await put('models_only')
    const transcript = { segments: [{ speaker: 'Ann', text: 'My address is ann@b.example, write to me.' }] }
    await call(world.app, world.bob, 'POST', '/conversations/import', { body: { transcript } })
    await world.app.drain(world.acme)
    await call(world.app, world.bob, 'GET', '/search', { query: { q: 'ann@b.example', mode: 'hybrid' } })
    expect(embedded.some((text) => text.includes('[EMAIL]'))).toBe(true)
    expect(embedded.join('\n')).not.toContain('ann@b.example')
  })
})
