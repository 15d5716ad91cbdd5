/**
 * A stand-in for Zoom on the loopback, built from its published events and API: it signs events, lists recordings, serves
 * files by the token of an event or of the app, and misbehaves as it is told. It imports nothing of what is tested.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const ZOOM_SECRET = 'zoom-secret-token'
export const ZOOM_APP = { accountId: 'account-1', clientId: 'client-1', clientSecret: 'client-secret' } as const

export interface ZoomMeeting {
  readonly uuid: string
  readonly topic: string
  readonly hostEmail: string
  readonly startedAt: string
  readonly recording: Buffer
  readonly transcript: string
}

interface ZoomFile {
  readonly id: string
  readonly meeting: ZoomMeeting
  readonly content: Buffer
  readonly type: 'M4A' | 'TRANSCRIPT'
}

export interface ZoomServer {
  readonly url: string
  readonly meetings: ZoomMeeting[]
  /** Tokens that files accept. */
  readonly tokens: Set<string>
  /** Requests for files, with the first byte that each asked for. */
  readonly downloads: { readonly path: string; readonly from: number; readonly status: number }[]
  /** Number of times that a download breaks off in the middle. */
  breaks: number
  /** Answers to requests other than downloads, each once. */
  readonly refusals: { readonly status: number; readonly headers?: Record<string, string> }[]
  /** Whether the app has no scope for participants. */
  lacksPeople: boolean
  add(meeting: ZoomMeeting): void
  /** Body of an event, with a token for downloads. */
  event(name: ZoomEvent, meeting: ZoomMeeting, at?: Date): string
  close(): Promise<void>
}

export type ZoomEvent = 'recording.completed' | 'recording.transcript_completed' | 'meeting.ended'

/** Headers with which Zoom signs a body. */
export function signZoom(body: string, { at = new Date(), secret = ZOOM_SECRET } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-zm-request-timestamp': timestamp,
    'x-zm-signature': `v0=${signature}`,
  }
}

export async function startZoom(): Promise<ZoomServer> {
  const files = new Map<string, ZoomFile>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const toFiles = (meeting: ZoomMeeting, only?: ZoomFile['type']) =>
    [...files.values()]
      .filter((file) => file.meeting === meeting && (only === undefined || file.type === only))
      .map(({ id, type, content }) => ({
        ...{ id, meeting_id: meeting.uuid, recording_start: meeting.startedAt, recording_end: meeting.startedAt },
        ...{ file_type: type, file_extension: type === 'M4A' ? 'M4A' : 'VTT', file_size: content.length },
        recording_type: type === 'M4A' ? 'audio_only' : 'audio_transcript',
        ...{ download_url: `${url}/rec/download/${id}`, status: 'completed' },
      }))

  const toObject = (meeting: ZoomMeeting, only?: ZoomFile['type']) => ({
    ...{ uuid: meeting.uuid, id: 81234567890, host_id: 'host-1', host_email: meeting.hostEmail },
    ...{ topic: meeting.topic, type: 2, start_time: meeting.startedAt, timezone: 'UTC', duration: 1 },
    recording_files: toFiles(meeting, only),
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (pathname.startsWith('/rec/download/')) return sendFile(request, response, pathname, token)
    const refusal = zoom.refusals.shift()
    if (refusal !== undefined) return void response.writeHead(refusal.status, refusal.headers).end('{}')
    const send = (body: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/oauth/token') {
      const basic = Buffer.from(`${ZOOM_APP.clientId}:${ZOOM_APP.clientSecret}`).toString('base64')
      const isKnown = request.headers.authorization === `Basic ${basic}`
      if (!isKnown || searchParams.get('account_id') !== ZOOM_APP.accountId)
        return send({ reason: 'Invalid client' }, 401)
      const made = `oauth-${randomUUID()}`
      zoom.tokens.add(made)
      return send({ access_token: made, token_type: 'bearer', expires_in: 3_600 })
    }
    if (token === undefined || !zoom.tokens.has(token))
      return send({ code: 124, message: 'Invalid access token.' }, 401)
    if (pathname === '/v2/accounts/me/recordings') return send(listPage(searchParams))
    const past = /^\/v2\/past_meetings\/([^/]+)\/participants$/.exec(pathname)?.[1]
    if (past !== undefined) {
      const known = zoom.meetings.find((each) => each.uuid === decodeURIComponent(decodeURIComponent(past)))
      if (known === undefined || zoom.lacksPeople) return send({ code: 4711, message: 'Scopes are missing.' }, 400)
      // Two pages. The guest has joined twice.
      const isFirst = searchParams.get('next_page_token') === null
      const guest = { id: '', name: 'Ann Lee', user_email: 'ann@customer.example' }
      const host = { id: 'host-1', name: 'Bob', user_email: known.hostEmail }
      return send({ participants: isFirst ? [host, guest] : [guest], next_page_token: isFirst ? 'next' : '' })
    }
    const one = /^\/v2\/meetings\/([^/]+)\/recordings$/.exec(pathname)?.[1]
    const uuid = one === undefined ? '' : decodeURIComponent(decodeURIComponent(one))
    const meeting = zoom.meetings.find((known) => known.uuid === uuid)
    return meeting === undefined ? send({ code: 3301 }, 404) : send(toObject(meeting))
  }

  function listPage(query: URLSearchParams) {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    const wanted = zoom.meetings.filter(
      ({ startedAt }) => startedAt.slice(0, 10) >= from && startedAt.slice(0, 10) <= to,
    )
    const first = Number(query.get('next_page_token') ?? 0)
    const size = Math.min(Number(query.get('page_size') ?? 30), 3)
    const next = first + size < wanted.length ? String(first + size) : ''
    return { from, to, next_page_token: next, meetings: wanted.slice(first, first + size).map((one) => toObject(one)) }
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, path: string, token: string | undefined): void {
    const file = files.get(path.slice('/rec/download/'.length))
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const note = (status: number) => zoom.downloads.push({ path, from, status })
    if (token === undefined || !zoom.tokens.has(token)) {
      note(401)
      return void response.writeHead(401).end()
    }
    if (file === undefined) {
      note(404)
      return void response.writeHead(404).end()
    }
    const rest = file.content.subarray(from)
    const range = { 'content-range': `bytes ${from}-${file.content.length - 1}/${file.content.length}` }
    note(from > 0 ? 206 : 200)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...(from > 0 ? range : {}) })
    if (zoom.breaks > 0 && rest.length > 1) {
      zoom.breaks--
      response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => setTimeout(() => response.destroy(), 20))
      return
    }
    response.end(rest)
  }

  const zoom: ZoomServer = {
    ...{ url, meetings: [], tokens: new Set<string>(), downloads: [], breaks: 0, refusals: [], lacksPeople: false },
    add(meeting) {
      zoom.meetings.push(meeting)
      const [sound, words] = [randomUUID(), randomUUID()]
      files.set(sound, { id: sound, meeting, content: meeting.recording, type: 'M4A' })
      files.set(words, { id: words, meeting, content: Buffer.from(meeting.transcript), type: 'TRANSCRIPT' })
    },
    event(name, meeting, at = new Date()) {
      const token = `download-${randomUUID()}`
      zoom.tokens.add(token)
      const only = name === 'recording.completed' ? 'M4A' : 'TRANSCRIPT'
      return JSON.stringify({
        ...{ event: name, event_ts: at.getTime(), download_token: token },
        payload: { account_id: ZOOM_APP.accountId, object: toObject(meeting, only) },
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return zoom
}

/** A transcript as Zoom writes it: names at the beginning of each cue. */
export const zoomTranscript = (first: string): string =>
  `WEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:04.000\r\nBob Miller: ${first}\r\n\r\n2\r\n00:00:05.000 --> 00:00:08.000\r\nAna Silva: Yes, the price of the renewal is fine.\r\n`
