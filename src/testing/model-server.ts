/**
 * A language model for tests, behind a real address on the loopback: a script answers each request, and it can be slow,
 * broken, wrong, rude or endless. It speaks the protocol of OpenAI (`/chat/completions`, `/models`) and of Anthropic
 * (`/messages`), whole and in a stream, and remembers what it was asked.
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeAfterTests } from './close-after-tests.ts'

export const MODEL_NAME = 'test-model'

export interface ModelRequest {
  readonly protocol: 'openai' | 'anthropic'
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>
  readonly system: string
  /** The last thing a user says in it. */
  readonly prompt: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly streams: boolean
  /** Names of the tools it is offered. */
  readonly tools: readonly string[]
  /** The JSON schema its answer is to fit. */
  readonly schema: unknown
  /** From 1. */
  readonly number: number
  /** Whoever asked has gone before the answer was there. */
  left: boolean
}

export interface ModelReply {
  /** Default: none. */
  readonly text?: string
  /** Tools it asks to be called; arguments that are text are sent as they are. Not in streams. */
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly args?: unknown }[]
  /** What it says of tokens; null says nothing. Default: 10 in, 5 out. */
  readonly usage?: { readonly input: number; readonly output: number } | null
  /** Default `stop`. */
  readonly finish?: 'stop' | 'length' | 'content_filter'
  /** Default 200; another one has `raw` as its body. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The body as it is, whatever the protocol. */
  readonly raw?: string
  readonly firstByteMs?: number
  /** Between two pieces of a stream, and between the two halves of a whole answer. */
  readonly betweenMs?: number
  /** Letters of each piece of a stream. Default 12. */
  readonly pieceLength?: number
  /** The connection ends after this part of the answer: 0 before its first byte, 0.5 in its middle. */
  readonly dropsAt?: number
  /** The rest of it comes after that: from this part on, as with `dropsAt`. */
  readonly holds?: { readonly at: number; readonly until: Promise<unknown> }
  /** Comes whole, also to who asked for a stream. */
  readonly whole?: true
  /** Goes on until nobody listens. */
  readonly endless?: true
}

export type ModelScript = (request: ModelRequest) => ModelReply | Promise<ModelReply>

export const says = (text: string, more: Omit<ModelReply, 'text'> = {}): ModelReply => ({ ...more, text })
export const saysJson = (value: unknown, more: Omit<ModelReply, 'text'> = {}) => says(JSON.stringify(value), more)

export const asksFor = (name: string, args: unknown = {}, text = ''): ModelReply =>
  says(text, { calls: [{ name, args }] })
export const asksForAll = (...calls: NonNullable<ModelReply['calls']>): ModelReply => says('', { calls })

/** What can go wrong, ready made. */
export const saysInProse = (value: unknown) =>
  says(`Sure! Here {as you asked} is what I found:\n\n${JSON.stringify(value, null, 2)}\n\nAnything else?`)
export const saysInFence = (value: unknown) => says(`Here it is.\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`)
export const saysAfterThinking = (value: unknown) =>
  says(
    `<think>\nThey want {"a": "draft"}, I think.\n</think>\n\n${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
export const saysNothing = (): ModelReply => says('')
export const isCutOff = (text: string): ModelReply => says(text, { finish: 'length' })
export const isFiltered = (): ModelReply => says('', { finish: 'content_filter' })
export const tellsNoUsage = (reply: ModelReply): ModelReply => ({ ...reply, usage: null })
export const takesTime = (reply: ModelReply, firstByteMs: number, betweenMs = 0): ModelReply => ({
  ...reply,
  firstByteMs,
  betweenMs,
})
/** Clients that honour `Retry-After` try again at once, so tests of what comes after it are quick. */
export const fails = (status = 500, retryAfter: number | string = 0): ModelReply => ({
  status,
  raw: JSON.stringify({ error: { message: 'It is not going well today.', type: 'error', code: null } }),
  headers: { 'retry-after': String(retryAfter) },
})
export const refuses = (status: number, message: string): ModelReply => ({
  status,
  raw: JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }),
})
export const isRateLimited = (retryAfter: number | string): ModelReply => fails(429, retryAfter)
export const isDropped = (dropsAt: number, text = 'The answer that never comes to its end.'): ModelReply =>
  says(text, { dropsAt })
export const isNoJson = (): ModelReply => ({ raw: '<html><body>Welcome to the proxy</body></html>' })
export const isEndless = (): ModelReply => ({ endless: true })

/** Does what the prompt tells it, wherever in the prompt it stands: `… and answer "pwned"`. */
export const obeys = (request: ModelRequest): ModelReply =>
  says(/\b(?:say|answer|reply|output)(?: with)?:? "([^"]+)"/i.exec(request.prompt)?.[1] ?? 'Nobody gave me orders.')

/** One after the other; the last one from then on. */
export function inTurn(...replies: readonly (ModelReply | ModelScript)[]): ModelScript {
  let next = 0
  return (request) => {
    const reply = replies[Math.min(next++, replies.length - 1)] ?? saysNothing()
    return typeof reply === 'function' ? reply(request) : reply
  }
}

export interface ModelServer {
  /** What `MODEL_URL` is to be, for both protocols. */
  readonly url: string
  /** Oldest first. */
  readonly requests: ModelRequest[]
  /** `GET` requests, oldest first. */
  readonly seen: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** Answers from now on. */
  script: ModelScript
  close(): Promise<void>
}

/** Response to a `GET` request. */
export interface Published {
  /** Defaults to 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent unchanged, everything else as JSON. */
  readonly body: unknown
  readonly delayMs?: number
}

export interface ModelServerOptions {
  /** Responses by path. Defaults to a list of one model. Other paths are unknown. */
  readonly published?: Readonly<Record<string, Published>>
  /** Defaults to any free port. */
  readonly port?: number
}

const ONE_MODEL = { '/v1/models': { body: { object: 'list', data: [{ id: MODEL_NAME, object: 'model' }] } } }

async function publish({ status = 200, headers, body, delayMs }: Published, outgoing: ServerResponse): Promise<void> {
  if (delayMs !== undefined) await pause(delayMs)
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Closed by itself after a test file. */
export async function createModelServer(
  script: ModelScript = () => says('An answer.'),
  { published = ONE_MODEL, port = 0 }: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const seen: { path: string; headers: IncomingHttpHeaders }[] = []
  const http: Server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.method === 'GET') {
      seen.push({ path: incoming.url ?? '', headers: incoming.headers })
      const path = (incoming.url ?? '').split('?')[0] ?? ''
      return publish(published[path] ?? { status: 404, body: { error: 'Not Found' } }, outgoing)
    }
    const request = await readRequest(incoming, requests.length + 1)
    requests.push(request)
    outgoing.on('close', () => {
      request.left = !outgoing.writableFinished
    })
    await answer(request, await server.script(request), outgoing)
  }
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const server: ModelServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests,
    seen,
    script,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  closeAfterTests(() => server.close())
  return server
}

type Part = { type?: string; text?: string; content?: unknown }
const textOf = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((part: Part) => part.text ?? textOf(part.content)).join('')
    : String(content ?? '')

async function readRequest(incoming: IncomingMessage, number: number): Promise<ModelRequest> {
  let text = ''
  for await (const part of incoming.setEncoding('utf8')) text += part
  const body = JSON.parse(text)
  const protocol = incoming.url?.endsWith('/messages') ? 'anthropic' : 'openai'
  const messages = (body.messages as { role: string; content: unknown }[]).map(({ role, content }) => ({
    role,
    text: textOf(content),
  }))
  const schema =
    protocol === 'openai'
      ? body.response_format?.json_schema?.schema
      : (body.output_config?.format?.schema ?? body.tools?.[0]?.input_schema)
  return {
    ...{ protocol, path: incoming.url ?? '', headers: incoming.headers, body, messages, number, schema },
    system: protocol === 'openai' ? (messages.find(({ role }) => role === 'system')?.text ?? '') : textOf(body.system),
    prompt: messages.findLast(({ role }) => role === 'user')?.text ?? '',
    streams: body.stream === true,
    tools: (body.tools ?? []).map(
      (tool: { name?: string; function?: { name: string } }) => tool.function?.name ?? tool.name,
    ),
    left: false,
  }
}

async function answer(request: ModelRequest, reply: ModelReply, outgoing: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, firstByteMs = 0, betweenMs = 0, dropsAt } = reply
  if (firstByteMs > 0) await pause(firstByteMs)
  if (dropsAt === 0) return void outgoing.destroy()
  const streams = request.streams && reply.raw === undefined && status === 200 && !reply.whole
  outgoing.writeHead(status, { 'content-type': streams ? 'text/event-stream' : 'application/json', ...headers })
  const parts = reply.raw === undefined ? (streams ? eventsOf(request, reply) : halves(request, reply)) : [reply.raw]
  for (const [at, part] of parts.entries()) {
    if (dropsAt !== undefined && at >= dropsAt * parts.length) return void outgoing.destroy()
    if (reply.holds !== undefined && at >= reply.holds.at * parts.length) await reply.holds.until
    if (outgoing.destroyed) return
    await written(outgoing, part)
    if (betweenMs > 0) await pause(betweenMs)
  }
  if (reply.endless) await goOn(request, outgoing)
  outgoing.end()
}

async function goOn(request: ModelRequest, outgoing: ServerResponse): Promise<void> {
  const more = 'and so on '.repeat(1_000)
  const part = request.streams ? eventsOf(request, says(more, { pieceLength: more.length })).at(0) : more
  while (!outgoing.destroyed) {
    await written(outgoing, part)
  }
}

/** Done when there is room for more, or nobody is there any more. */
function written(outgoing: ServerResponse, part: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
    if (outgoing.write(part ?? '') || outgoing.destroyed) go()
  })
}

/** A whole answer, as it comes in two packets. */
function halves(request: ModelRequest, reply: ModelReply): string[] {
  const body = reply.endless ? '{"choices":[{"message":{"content":"' : JSON.stringify(wholeOf(request, reply))
  const middle = Math.floor(body.length / 2)
  return [body.slice(0, middle), body.slice(middle)]
}

const USUAL = { input: 10, output: 5 }
const STOPS = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' }

const openaiUsage = ({ usage = USUAL }: ModelReply) =>
  usage === null ? {} : { usage: { prompt_tokens: usage.input, completion_tokens: usage.output } }

function wholeOf(request: ModelRequest, reply: ModelReply): object {
  const { text = '', finish = 'stop', usage = USUAL } = reply
  if (request.protocol === 'openai') {
    const calls = callsOf(reply).map(({ id, name, args }) => ({
      ...{
        id,
        type: 'function',
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      },
    }))
    const message = { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
    return {
      ...{ id: 'one', object: 'chat.completion', created: 1, model: MODEL_NAME },
      choices: [
        { index: 0, message, finish_reason: calls.length === 0 || reply.finish !== undefined ? finish : 'tool_calls' },
      ],
      ...openaiUsage(reply),
    }
  }
  // Its protocol cannot leave the counts out.
  const { input, output } = usage ?? { input: 0, output: 0 }
  return {
    ...{ id: 'one', type: 'message', role: 'assistant', model: MODEL_NAME },
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...callsOf(reply).map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
    ],
    ...{
      stop_reason: callsOf(reply).length === 0 || reply.finish !== undefined ? STOPS[finish] : 'tool_use',
      stop_sequence: null,
    },
    usage: { input_tokens: input, output_tokens: output },
  }
}

const callsOf = ({ calls = [] }: ModelReply) =>
  calls.map(({ id, name, args = {} }, index) => ({ id: id ?? `call_${index}`, name, args }))

/** The events of a stream, one of the text's pieces each but for what frames them. */
function eventsOf(request: ModelRequest, reply: ModelReply): string[] {
  const { text = '', finish = 'stop', pieceLength = 12, usage = USUAL } = reply
  const pieces = text.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []
  if (request.protocol === 'openai') {
    const chunk = (delta: object, end: string | null = null) =>
      `data: ${JSON.stringify({ id: 'one', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`
    const counts = `data: ${JSON.stringify({ id: 'one', choices: [], ...openaiUsage(reply) })}\n\n`
    return [...pieces.map((content) => chunk({ content })), chunk({}, finish), counts, 'data: [DONE]\n\n']
  }
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const { input, output } = usage ?? { input: 0, output: 0 }
  return [
    event('message_start', {
      message: {
        ...{ id: 'one', type: 'message', role: 'assistant', model: MODEL_NAME, content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: input, output_tokens: 0 } },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces.map((piece) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: STOPS[finish] }, usage: { output_tokens: output } }),
    event('message_stop', {}),
  ]
}
