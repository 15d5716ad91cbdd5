/**
 * What the conformance suite calls by fixed names, so that its scenarios can go through our endpoint: host guards,
 * authentication, limits, both transports. Only served by `fixture-service.ts`; the product has none of it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallToolResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** One red dot, and a hundred samples of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = Buffer.concat([
  Buffer.from(
    'RIFF\x88\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x64\x00\x00\x00',
    'latin1',
  ),
  Buffer.alloc(100, 128),
]).toString('base64')

const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
})

type Answering = (extra: ServerContext) => CallToolResult | Promise<CallToolResult>

const TOOLS: Readonly<Record<string, Answering>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      }
      await pause(50)
    }
    return { content: [text('Done.')] }
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'A line of a log.')
    return { content: [text('Done.')] }
  },
  test_streaming_elicitation: () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }),
      },
    }) as never,
  // Asks for what the client has not declared, which the SDK refuses.
  test_missing_capability: () =>
    inputRequired({
      inputRequests: {
        reply: inputRequired.createMessage({ messages: [{ role: 'user', content: text('Hello') }], maxTokens: 10 }),
      },
    }) as never,
}

const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  ...{
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
  },
  else: { required: ['email'] },
  additionalProperties: false,
}

const LISTED = [
  ...Object.keys(TOOLS).map((name) => ({
    name,
    description: 'A fixture.',
    inputSchema: { type: 'object', properties: {} },
  })),
  { name: 'json_schema_2020_12_tool', description: 'A fixture.', inputSchema: RICH_SCHEMA },
]

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
}
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/

function read(uri: string) {
  const [, id] = TEMPLATE.exec(uri) ?? []
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text: data }] }
  }
  const found = RESOURCES[uri as keyof typeof RESOURCES]
  if (found === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', { uri })
  return { contents: [{ uri, ...found }] }
}

const user = (content: object) => ({ role: 'user' as const, content })
const PROMPTS: Readonly<
  Record<string, { args: readonly string[]; messages(given: Record<string, string>): object[] }>
> = {
  test_simple_prompt: { args: [], messages: () => [user(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    args: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    messages: ({ resourceUri = '' }) => [
      user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { args: [], messages: () => [user(image), user(text('Please analyze the image above.'))] },
}

export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'parley-fixtures', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: LISTED }) as never)
  server.setRequestHandler('tools/call', async ({ params: { name } }, extra) => {
    const answer = TOOLS[name]
    if (answer === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
    return answer(extra)
  })
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => read(uri) as never)
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args }]) => ({
      ...{ name, description: 'A fixture.' },
      arguments: args.map((argument) => ({ name: argument, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = PROMPTS[name]
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.')
    return { messages: prompt.messages(given) } as never
  })
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park', 'party'] } }))
  return server
}
