/**
 * Gong for tests, by its published interface: extensive calls, transcripts, users, settings, answered scorecards and the
 * library, three requests a second. It misbehaves: 429 with Retry-After, 500, a page again, JSON and media that end early.
 * Time is the header `x-simulated-time` if a request has it.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGongAccount, type GongAccount, WAVE } from './gong-calls.ts'

export const GONG_KEYS = { GONG_ACCESS_KEY: 'key', GONG_ACCESS_KEY_SECRET: 'secret' }

export interface GongServer {
  readonly url: string
  readonly account: GongAccount
  /** Requests that count in the quota, and those of them that came too fast. */
  readonly figures: { requests: number; tooFast: number; misbehaved: number; lastTime: number; media: number }
  /** Whether it misbehaves. Set it to false for a second run without repeats. */
  misbehaves: boolean
  close(): Promise<void>
}

const PER_SECOND = 3
const PAGE = 100

export async function createGongServer(count: number): Promise<GongServer> {
  const account = createGongAccount(count)
  const figures = { requests: 0, tooFast: 0, misbehaved: 0, lastTime: 0, media: 0 }
  const recent: number[] = []
  const state = { misbehaves: true, isRepeated: false }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url ?? '/', 'http://gong.example')
    const given = request.headers['x-simulated-time']
    const now = typeof given === 'string' ? Number(given) : Date.now()
    figures.lastTime = Math.max(figures.lastTime, now)
    if (url.pathname.startsWith('/media/')) return sendMedia(response)
    const expected = `Basic ${Buffer.from(`${GONG_KEYS.GONG_ACCESS_KEY}:${GONG_KEYS.GONG_ACCESS_KEY_SECRET}`).toString('base64')}`
    if (request.headers.authorization !== expected) return send(response, 401, { errors: ['Unauthorized'] })
    figures.requests++
    while (recent.length > 0 && (recent[0] ?? 0) <= now - 1_000) recent.shift()
    recent.push(now)
    if (recent.length > PER_SECOND) {
      figures.tooFast++
      return send(response, 429, { errors: ['API rate limit exceeded'] }, { 'retry-after': '1' })
    }
    if (state.misbehaves) {
      const fault = [17, 23, 29].find((every) => figures.requests % every === 3)
      if (fault !== undefined) figures.misbehaved++
      if (fault === 17) return send(response, 429, { errors: ['API rate limit exceeded'] }, { 'retry-after': '2' })
      if (fault === 23) return send(response, 500, { errors: ['Internal error'] })
      const body = parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString('utf8'))
      const answer = answerTo(url, body)
      if (fault === 29) {
        const text = JSON.stringify(answer ?? {})
        return sendText(response, 200, text.slice(0, Math.floor(text.length / 2)))
      }
      return answer === undefined ? send(response, 404, { errors: ['No data'] }) : send(response, 200, answer)
    }
    const answer = answerTo(url, parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString('utf8')))
    return answer === undefined ? send(response, 404, { errors: ['No data'] }) : send(response, 200, answer)
  }

  function sendMedia(response: ServerResponse): void {
    figures.media++
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': String(WAVE.length) })
    if (state.misbehaves && figures.media % 5 === 2) {
      response.write(WAVE.subarray(0, 1_000), () => response.destroy())
      return
    }
    response.end(WAVE)
  }

  function answerTo(url: URL, body: Body): object | undefined {
    switch (url.pathname) {
      case '/v2/users':
        return paged(account.users, 2, url.searchParams.get('cursor') ?? undefined, 'users')
      case '/v2/settings/trackers':
        return { requestId: 'r', keywordTrackers: account.trackers }
      case '/v2/settings/scorecards':
        return { requestId: 'r', scorecards: account.scorecards }
      case '/v2/stats/activity/scorecards':
        return paged(account.answered, PAGE, body.cursor, 'answeredScorecards')
      case '/v2/workspaces':
        return { requestId: 'r', workspaces: [{ id: '1', name: 'All' }] }
      case '/v2/library/folders':
        return { requestId: 'r', folders: account.folders }
      case '/v2/library/folder-content':
        return { requestId: 'r', calls: account.folderCalls.get(url.searchParams.get('folderId') ?? '') ?? [] }
      case '/v2/calls/extensive':
        return listCalls(body)
      case '/v2/calls/transcript':
        return listTranscripts(body)
      default:
        return undefined
    }
  }

  function listCalls({ cursor, filter = {} }: Body): object | undefined {
    const wanted = account.calls.filter(
      ({ id, call }) =>
        (filter.callIds === undefined || filter.callIds.includes(id)) &&
        isWithin(String((call.metaData as { started: string }).started), filter),
    )
    if (wanted.length === 0) return undefined
    // Now and then a page comes again: the one before, with the cursor of this one.
    const from = cursor === undefined ? 0 : Number(cursor)
    state.isRepeated = state.misbehaves && from > 0 && !state.isRepeated && figures.requests % 7 === 5
    if (state.isRepeated) figures.misbehaved++
    const shown = state.isRepeated ? from - PAGE : from
    const calls = wanted
      .slice(shown, shown + PAGE)
      .map(({ call }) => JSON.parse(JSON.stringify(call).replace('{url}', here())))
    const next = shown + PAGE < wanted.length ? { cursor: String(shown + PAGE) } : {}
    return { requestId: 'r', records: { totalRecords: wanted.length, ...next }, calls }
  }

  function listTranscripts({ filter = {} }: Body): object | undefined {
    const ids = new Set(filter.callIds)
    const found = account.calls.flatMap(({ id, transcript }) =>
      ids.has(id) && transcript !== undefined ? [transcript] : [],
    )
    return found.length === 0 ? undefined : { requestId: 'r', records: {}, callTranscripts: found }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url: here(), account, figures },
    get misbehaves() {
      return state.misbehaves
    },
    set misbehaves(value) {
      state.misbehaves = value
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Body {
  readonly cursor?: string
  readonly filter?: { readonly callIds?: string[]; readonly fromDateTime?: string; readonly toDateTime?: string }
}

const isWithin = (started: string, { fromDateTime, toDateTime }: NonNullable<Body['filter']>): boolean =>
  (fromDateTime === undefined || started >= fromDateTime) && (toDateTime === undefined || started < toDateTime)

function paged(all: readonly object[], size: number, cursor: string | undefined, name: string): object {
  const from = cursor === undefined ? 0 : Number(cursor)
  const next = from + size < all.length ? { cursor: String(from + size) } : {}
  return { requestId: 'r', records: { totalRecords: all.length, ...next }, [name]: all.slice(from, from + size) }
}

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  sendText(response, status, JSON.stringify(body), headers)

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}
