/** Calls a tool through its door in one line. */
import type { TestApp } from './create-test-app.ts'
import type { Caller } from './world.ts'

export interface ToolAnswer {
  /** `structuredContent`; of a refused call none. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted on, field by field
  readonly data: any
  /** `{code, message, …}` of a refused call. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly error: any
  readonly text: string
}

/** Calls a tool as a user who agrees to calls that can't be undone, unless `confirm` says otherwise. */
export async function callTool(
  app: TestApp,
  caller: Pick<Caller, 'key'>,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  requestId?: string,
): Promise<ToolAnswer> {
  const given = name.startsWith('delete_') ? { confirm: true, ...args } : args
  const { result } = await rpc(app, caller, 'tools/call', { name, arguments: given }, requestId)
  const { structuredContent, content, isError } = result
  const text = content.map((one: { text: string }) => one.text).join('\n')
  return isError
    ? { data: undefined, error: structuredContent.error, text }
    : { data: structuredContent, error: undefined, text }
}

/** One JSON-RPC request as a plain client sends it. @throws Error for anything but a result */
export async function rpc(
  app: TestApp,
  caller: Pick<Caller, 'key'>,
  method: string,
  params: object = {},
  requestId?: string,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  const answer = await send(app, caller, method, params, requestId)
  const body = JSON.parse(answer.body)
  if (answer.statusCode !== 200 || body.result === undefined)
    throw new Error(`${method}: ${answer.statusCode} ${answer.body}`)
  return body
}

/** The same for a request that the protocol itself refuses: its error. @throws Error for a result */
export async function rpcError(
  app: TestApp,
  caller: Pick<Caller, 'key'>,
  method: string,
  params: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<any> {
  const answer = await send(app, caller, method, params)
  const { error } = JSON.parse(answer.body)
  if (error === undefined) throw new Error(`${method}: ${answer.statusCode} ${answer.body}`)
  return error
}

const send = (app: TestApp, caller: Pick<Caller, 'key'>, method: string, params: object, requestId?: string) =>
  app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...{ authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', host: 'parley.test' },
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
