/** Every way by which somebody can read: operations, tools, resources, pages with their pieces and files, links, repeats. */
import JSZip from 'jszip'
import { operations, prompts, resources, tools } from '../src/catalog.ts'
import { resourceUri } from '../src/core/resource.ts'
import { pages } from '../src/pages/index.ts'
import type { Browser } from '../src/testing/browser-fixtures.ts'
import { callTool } from '../src/testing/call-tool.ts'
import type { Caller } from '../src/testing/world.ts'
import { type Scene, WORD } from './derived-scene.ts'
import { pageAt } from './pages-walk.ts'
import { pathOf } from './samples/index.ts'

export interface Opened {
  /** What was opened, for a person who reads a failure. */
  readonly door: string
  readonly status: number
  readonly reveals: boolean
  /** Body as JSON, if it is. */
  readonly body: unknown
}

/** A presentation is compressed, and a recording is what was said. */
async function reveals(type: string, raw: Buffer): Promise<boolean> {
  if (/^(?:audio|video)\//.test(type)) return raw.length > 0
  if (!type.includes('presentationml')) return raw.toString('utf8').toLowerCase().includes(WORD)
  const zip = await JSZip.loadAsync(raw)
  const texts = await Promise.all(Object.values(zip.files).map((file) => file.async('string')))
  return texts.some((text) => text.toLowerCase().includes(WORD))
}

async function open(
  scene: Scene,
  door: string,
  request: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    url: string
    headers?: object
    payload?: string | Buffer
  },
): Promise<Opened> {
  const { statusCode, headers, rawPayload, body } = await scene.world.app.server.inject({
    ...request,
    headers: { host: 'parley.test', ...request.headers },
  })
  const type = String(headers['content-type'] ?? '')
  const parsed = type.includes('json') && !type.includes('ndjson') ? JSON.parse(body || 'null') : undefined
  return {
    door,
    status: statusCode,
    reveals: (statusCode < 300 || statusCode >= 400) && (await reveals(type, rawPayload)),
    body: parsed,
  }
}

const ORDER = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/** Every operation of the catalog with its sample, reads first. @param only leaves out what changes something */
export async function openOperations(
  scene: Scene,
  caller: Caller | undefined,
  only: 'reads' | 'all',
): Promise<Opened[]> {
  const opened: Opened[] = []
  const wanted = operations
    .filter(({ rest }) => only === 'all' || rest.method === 'GET' || rest.safe === true)
    .toSorted((a, b) => ORDER.indexOf(a.rest.method) - ORDER.indexOf(b.rest.method))
  for (const { id, rest } of wanted) {
    const { query = {}, body, headers = {}, ...sample } = scene.samples[id] ?? {}
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    opened.push(
      await open(scene, id, {
        method: rest.method,
        url: `/v2${pathOf(rest.path, sample)}?${new URLSearchParams(query)}`,
        headers: {
          ...(caller === undefined ? {} : { authorization: caller.key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
      }),
    )
  }
  // Searches whose samples look for something else.
  for (const url of [
    `/v2/search?query=${WORD}`,
    `/v2/conversations?filter[title]=quixot`,
    '/v2/conversations?filter[archived]=true',
  ]) {
    opened.push(await open(scene, url, { method: 'GET', url, headers: { authorization: caller?.key ?? '' } }))
  }
  return opened
}

/** Every tool with its sample, those that only read first, then resources and prompts. */
export async function openTools(scene: Scene, caller: Caller, only: 'reads' | 'all'): Promise<Opened[]> {
  const { app } = scene.world
  const opened: Opened[] = []
  const push = (door: string, text: string, isError = false) =>
    opened.push({ door, status: isError ? 400 : 200, reveals: text.toLowerCase().includes(WORD), body: undefined })
  const own = { session_id: scene.session }
  const sorted = tools
    .filter(({ operation }) => only === 'all' || operation.requires.scope === 'read')
    .toSorted((a, b) =>
      a.operation.requires.scope === b.operation.requires.scope ? 0 : a.operation.requires.scope === 'read' ? -1 : 1,
    )
  for (const { name } of sorted) {
    // Answers of the agent take a model or a search; its history is what it leaves.
    if (name === 'send_super_agent_message') continue
    const args = name.includes('super_agent_session') ? own : (scene.toolSamples[name]?.args ?? {})
    const { data, error, text } = await callTool(app, caller, name, args)
    push(name, `${JSON.stringify(data)} ${text}`, error !== undefined)
  }
  const ids: Readonly<Record<string, string>> = {
    call: scene.conversation,
    snippet: scene.samples.getSnippet?.path?.id ?? '',
    scorecard: scene.samples.getScorecard?.path?.id ?? '',
  }
  for (const resource of resources) {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', host: 'parley.test' },
      payload: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'resources/read' },
        params: { uri: resourceUri(resource, ids[resource.name] ?? '') },
      }),
    })
    push(`resource ${resource.name}`, answer.body)
  }
  for (const { name } of prompts) push(`prompt ${name}`, '')
  return opened
}

/** Addresses of the app with their pieces and files, as they were when everything could be seen. */
export function addressesOf(visited: readonly string[]): string[] {
  return visited.flatMap((address) => {
    const page = pageAt(address)
    const [path = '', query] = address.split('?', 2)
    const inner = [...Object.keys(page?.fragments ?? {}), ...Object.keys(page?.files ?? {})]
    return [address, ...inner.map((name) => `${path}/${name}${query === undefined ? '' : `?${query}`}`)]
  })
}

export async function openPages(scene: Scene, browser: Browser, addresses: readonly string[]): Promise<Opened[]> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const opened: Opened[] = []
  for (const url of addresses) opened.push(await open(scene, url, { method: 'GET', url, headers: { cookie } }))
  return opened
}

export async function openLinks(scene: Scene): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const url of scene.links) opened.push(await open(scene, url, { method: 'GET', url }))
  return opened
}

export async function repeatAll(scene: Scene): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const { id, again } of scene.repeats) {
    const { status, text, body } = await again()
    opened.push({ door: `${id} again`, status, reveals: text.toLowerCase().includes(WORD), body })
  }
  return opened
}

/** Pages with a name in their address, none of which may be forgotten. */
export const pagesWithNames = pages.filter(({ path }) => path.includes(':')).map(({ path }) => path)
