import { describe, expect, it } from 'vitest'
import { Secret } from '../../core/config.ts'
import { ModelServerError, type ServerFault } from '../../core/model-connection.ts'
import { expectEvery } from '../../testing/expect-every.ts'
import {
  llamaLoadingResponses,
  llamaResponses,
  lmStudioResponses,
  ollamaResponses,
  vllmResponses,
} from '../../testing/local-model-servers.ts'
import { createModelServer, type ModelServerOptions } from '../../testing/model-server.ts'
import { findLocalServers, inspectServer, isLocalPort, readLoadedContext } from './servers.ts'

const { signal } = new AbortController()
const serve = (published: NonNullable<ModelServerOptions['published']>) => createModelServer(undefined, { published })
const inspect = async (published: NonNullable<ModelServerOptions['published']>, key?: Secret) =>
  inspectServer({ provider: 'openai', url: (await serve(published)).url, key }, { signal, ms: 500 })

const faultOf = (promise: Promise<unknown>): Promise<ServerFault | string> =>
  promise.then(
    () => 'none',
    (error) => (error instanceof ModelServerError ? error.fault : String(error)),
  )

describe('recognizes by the response', () => {
  it('Ollama, with sizes, and marks models for embeddings', async () => {
    expect(await inspect(ollamaResponses())).toMatchObject({
      ...{ kind: 'ollama', title: 'Ollama', version: '0.12.6' },
      models: [
        { name: 'gemma3:latest', bytes: 3_338_801_804, details: '4.3B Q4_K_M', isEmbedding: false },
        { name: 'nomic-embed-text:latest', isEmbedding: true },
      ],
    })
  })

  it('LM Studio, with the context of a loaded model', async () => {
    expect(await inspect(lmStudioResponses())).toMatchObject({
      kind: 'lm_studio',
      models: [
        { name: 'meta-llama-3.1-8b-instruct', contextTokens: 16_384, isEmbedding: false },
        { name: 'text-embedding-nomic-embed-text-v1.5', isEmbedding: true },
      ],
    })
  })

  it('llama.cpp, with the context of a slot rather than of the training', async () => {
    expect(await inspect(llamaResponses(8_192))).toMatchObject({
      kind: 'llama_cpp',
      models: [{ name: expect.stringContaining('Llama-3.1'), contextTokens: 8_192, bytes: 4_912_898_304 }],
    })
  })

  it('vLLM, with its maximum length', async () => {
    expect(await inspect(vllmResponses())).toMatchObject({
      ...{ kind: 'vllm', version: '0.8.4' },
      models: [{ name: 'Qwen/Qwen3-14B', contextTokens: 40_960 }],
    })
  })

  it('any other server with a list of models', async () => {
    const published = { '/v1/models': { body: { data: [{ id: 'house-model' }] } } }
    expect(await inspect(published)).toMatchObject({ kind: 'other', models: [{ name: 'house-model' }] })
  })

  it('the context with which Ollama loaded a model, by a name without a tag too', async () => {
    const { url } = await serve(ollamaResponses(4_096))
    expect(await readLoadedContext(url, 'gemma3', { signal })).toBe(4_096)
    expect(await readLoadedContext(url, 'qwen3', { signal })).toBeUndefined()
  })
})

describe('rejects a server that', () => {
  const huge = JSON.stringify({ data: [{ id: 'x'.repeat(2 * 1024 * 1024) }] })
  it.each([
    ['is loading its model', llamaLoadingResponses(), 'loading'],
    [
      'sends HTML',
      { '/v1/models': { headers: { 'content-type': 'text/html' }, body: '<html>Welcome' } },
      'not_a_model_server',
    ],
    ['has no such path', {}, 'not_a_model_server'],
    ['sends other JSON', { '/v1/models': { body: { models: 'three' } } }, 'not_a_model_server'],
    ['sends JSON that is cut off', { '/v1/models': { body: '{"data":[{"id":"a"' } }, 'not_a_model_server'],
    [
      'names models with line breaks',
      { '/v1/models': { body: { data: [{ id: 'a\n\u001b[31m' }] } } },
      'not_a_model_server',
    ],
    ['sends a huge list', { '/v1/models': { body: huge } }, 'too_large'],
    ['is slow', { '/api/tags': { body: {}, delayMs: 5_000 } }, 'timeout'],
    ['requires a key', { '/v1/models': { status: 401, body: { error: 'no key' } } }, 'key'],
  ])('%s', async (_what, published, fault) => {
    expect(await faultOf(inspect(published))).toBe(fault)
  })

  it('redirects, without following it', async () => {
    const target = await serve(vllmResponses())
    const redirect = { status: 302, headers: { location: `${target.url}/models` }, body: '' }
    expect(await faultOf(inspect({ '/v1/models': redirect }, new Secret('sk-secret')))).toBe('redirected')
    expect(target.seen).toEqual([])
  })

  it("doesn't listen", async () => {
    const server = await serve({})
    await server.close()
    expect(await faultOf(inspectServer({ provider: 'openai', url: server.url }, { signal }))).toBe('unreachable')
  })
})

describe('requests', () => {
  it('carry the key of the protocol', async () => {
    const server = await serve(vllmResponses())
    await inspectServer({ provider: 'openai', url: server.url, key: new Secret('sk-one') }, { signal })
    expectEvery(server.seen, ({ headers }) => headers.authorization === 'Bearer sk-one')
    await inspectServer({ provider: 'anthropic', url: server.url, key: new Secret('sk-two') }, { signal })
    expect(server.seen.at(-1)?.headers).toMatchObject({ 'x-api-key': 'sk-two', 'anthropic-version': '2023-06-01' })
    expect(server.seen.at(-1)?.headers.authorization).toBeUndefined()
  })

  it('go to /v1 if the URL has no path', async () => {
    const { url } = await serve(vllmResponses())
    const { origin } = new URL(url)
    expect(await inspectServer({ provider: 'openai', url: origin }, { signal })).toMatchObject({ kind: 'vllm', url })
  })

  it('end with their caller', async () => {
    const server = await serve({ '/api/tags': { body: {}, delayMs: 5_000 } })
    const reason = new Error('gone')
    await expect(
      inspectServer({ provider: 'openai', url: server.url }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
  })
})

describe('local ports', () => {
  it('are looked at side by side, and each has a server or a fault', async () => {
    const ollama = await serve(ollamaResponses())
    const html = await serve({ '/v1/models': { body: '<html>' } })
    const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
    expect(
      await findLocalServers(signal, [
        { title: 'vLLM', port: portOf(ollama) },
        { title: 'LM Studio', port: portOf(html) },
      ]),
    ).toMatchObject([
      { title: 'vLLM', server: { kind: 'ollama', url: `http://127.0.0.1:${portOf(ollama)}/v1` } },
      { title: 'LM Studio', fault: 'not_a_model_server' },
    ])
  })

  it.each([
    ['http://127.0.0.1:11434/v1', true],
    ['http://localhost:1234/v1', true],
    ['http://127.0.0.1:22/v1', false],
    ['https://127.0.0.1:11434/v1', false],
    ['http://127.0.0.1.example:11434/v1', false],
    ['http://169.254.169.254:8000/v1', false],
  ])('%s counts as one: %s', (url, expected) => {
    expect(isLocalPort(url)).toBe(expected)
  })
})
