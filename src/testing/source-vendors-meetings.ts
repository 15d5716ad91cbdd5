/** Stand-ins of vendors that record meetings and agents, built from their published events and APIs. */
import {
  findCall,
  hmac,
  json,
  KEY,
  lastPart,
  PLAIN_SECRET,
  SECRET,
  SPOKEN,
  svix,
  toSeconds,
  type Vendor,
  type VendorCall,
} from './source-vendor-server.ts'

export const recall = (apiUrl: string): Vendor => ({
  ...{ kind: 'recall', settings: { apiUrl }, credentials: { apiKey: KEY, signingSecret: SECRET }, isTimed: true },
  has: { transcript: true, recording: true },
  toExternalId: ({ id }) => id,
  events: ({ id }, at) =>
    ['recording', 'transcript'].map((what) =>
      svix(
        {
          event: `${what}.done`,
          data: {
            ...{
              data: { code: 'done', sub_code: null, updated_at: at.toISOString() },
              recording: { id, metadata: {} },
            },
            ...(what === 'transcript' ? { transcript: { id: `t-${id}`, metadata: {} } } : {}),
            bot: { id: `b-${id}`, metadata: { owner_email: 'bob@acme.example', title: 'Renewal' } },
          },
        },
        at,
        `msg_${what}_${id}`,
      ),
    ),
  isAllowed: ({ authorization }) => authorization === `Token ${KEY}`,
  answer(path, query, _body, server) {
    const id = lastPart(path)
    if (path === '/api/v1/recording/') {
      const times = ['created_at_after', 'created_at_before'].map((name) => Date.parse(query.get(name) ?? ''))
      const { calls, next } = server.list(times[0] || 0, times[1] || Infinity, query.get('cursor'))
      const results = calls.map((call) => ({
        ...{ id: call.id, started_at: call.startedAt.toISOString(), status: { code: 'done' } },
        bot: { id: `b-${call.id}`, metadata: { owner_email: 'bob@acme.example', title: 'Renewal' } },
        media_shortcuts: {
          transcript: { id: `t-${call.id}`, data: { download_url: 'https://expired.example/t' } },
          audio_mixed: { id: `a-${call.id}`, data: { download_url: 'https://expired.example/a' } },
          video_mixed: null,
        },
      }))
      return { next: next === null ? null : `${apiUrl}${path}?cursor=${next}`, previous: null, results }
    }
    if (path.startsWith('/api/v1/transcript/')) {
      return id?.startsWith('t-')
        ? { id, status: { code: 'done' }, data: { download_url: server.store(JSON.stringify(recallTranscript())) } }
        : undefined
    }
    if (path.startsWith('/api/v1/recording/')) {
      const call = findCall(server, id)
      return call && { id, media_shortcuts: { audio_mixed: { data: { download_url: server.sign(call) } } } }
    }
    if (path.startsWith('/api/v1/bot/')) return { next: null, results: [] }
    return undefined
  },
})

const recallTranscript = () =>
  SPOKEN.map((line, at) => ({
    participant: { id: at, name: ['Ana Silva', 'Bob'][at], is_host: at === 0, platform: 'zoom' },
    words: line.split(' ').map((word, place) => ({
      text: word,
      start_timestamp: { relative: at * 5 + place * 0.4 },
      end_timestamp: { relative: at * 5 + place * 0.4 + 0.3 },
    })),
  }))

export const fireflies = (apiUrl: string): Vendor => ({
  ...{ kind: 'fireflies', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
  ...{ isTimed: false, has: { transcript: true, recording: true } },
  toExternalId: ({ id }) => id,
  events: ({ id }, at) => {
    const body = JSON.stringify({ event: 'meeting.transcribed', timestamp: at.getTime(), meeting_id: id })
    return [{ body, headers: { ...json, 'x-hub-signature': `sha256=${hmac(PLAIN_SECRET, body, 'hex')}` } }]
  },
  isAllowed: ({ authorization }) => authorization === `Bearer ${KEY}`,
  answer(_path, _query, body, server) {
    const { query, variables } = JSON.parse(body)
    const facts = ({ id, startedAt }: VendorCall) => ({
      ...{ id, title: 'Renewal', dateString: startedAt.toISOString(), organizer_email: 'bob@acme.example' },
    })
    if (query.includes('user {')) return { data: { user: { user_id: 'u-1' } } }
    if (query.includes('transcripts(')) {
      const { from, to, skip, limit } = variables
      const listed = server.calls.filter(
        ({ startedAt }) => startedAt.toISOString() >= from && startedAt.toISOString() <= to,
      )
      return { data: { transcripts: listed.slice(skip, skip + limit).map(facts) } }
    }
    const call = findCall(server, variables.id)
    if (call === undefined) return { data: { transcript: null } }
    if (!/sentences|audio_url/.test(query)) return { data: { transcript: facts(call) } }
    if (query.includes('audio_url')) return { data: { transcript: { id: call.id, audio_url: server.sign(call) } } }
    const sentences = SPOKEN.map((line, at) => ({
      ...{ index: at, speaker_name: ['Ana Silva', 'Bob'][at], speaker_id: at, text: line, raw_text: line },
      ...{ start_time: at * 5, end_time: at * 5 + 4 },
    }))
    return { data: { transcript: { ...facts(call), sentences } } }
  },
})

export const fathom = (apiUrl: string): Vendor => {
  const toMeeting = ({ id, startedAt }: VendorCall) => ({
    ...{ recording_id: Number(id.replace(/\D/g, '').slice(0, 9)), title: 'Renewal', meeting_title: 'Renewal' },
    ...{ recording_start_time: startedAt.toISOString(), transcript_language: 'en' },
    recorded_by: { name: 'Bob', email: 'bob@acme.example' },
    calendar_invitees: [{ name: 'Ana Silva', email: 'ana@customer.example', is_external: true }],
    transcript: SPOKEN.map((line, at) => ({
      speaker: { display_name: ['Ana Silva', 'Bob'][at], matched_calendar_invitee_email: null },
      ...{ text: line, timestamp: `00:00:0${at * 5}` },
    })),
  })
  return {
    ...{ kind: 'fathom', settings: { apiUrl }, credentials: { apiKey: KEY, signingSecret: SECRET }, isTimed: true },
    has: { transcript: true, recording: false },
    toExternalId: (call) => String(toMeeting(call).recording_id),
    events: (call, at) => [svix(toMeeting(call), at, `msg_${call.id}`)],
    isAllowed: (headers) => headers['x-api-key'] === KEY,
    answer(path, query, _body, server) {
      if (path !== '/external/v1/meetings') return undefined
      const [from, until] = ['created_after', 'created_before'].map((name) => Date.parse(query.get(name) ?? ''))
      const { calls, next } = server.list(from || 0, until || Infinity, query.get('cursor'))
      return { items: calls.map(toMeeting), next_cursor: next }
    },
  }
}

export const elevenlabs = (apiUrl: string): Vendor => ({
  ...{ kind: 'elevenlabs', settings: { apiUrl }, credentials: { apiKey: KEY, webhookSecret: PLAIN_SECRET } },
  ...{ isTimed: true, has: { transcript: true, recording: true } },
  toExternalId: ({ id }) => id,
  events: ({ id, startedAt }, at) => {
    const data = {
      conversation_id: id,
      agent_name: 'Renewal',
      metadata: { start_time_unix_secs: toSeconds(startedAt) },
    }
    const body = JSON.stringify({ type: 'post_call_transcription', event_timestamp: toSeconds(at), data })
    const signature = `t=${toSeconds(at)},v0=${hmac(PLAIN_SECRET, `${toSeconds(at)}.${body}`, 'hex')}`
    return [{ body, headers: { ...json, 'elevenlabs-signature': signature } }]
  },
  isAllowed: (headers) => headers['xi-api-key'] === KEY,
  answer(path, query, _body, server) {
    const listed = '/v1/convai/conversations'
    if (path === listed) {
      const [from, until] = ['call_start_after_unix', 'call_start_before_unix'].map((name) => query.get(name))
      const { calls, next } = server.list(
        Number(from ?? 0) * 1_000,
        until === null || until === undefined ? Infinity : Number(until) * 1_000,
        query.get('cursor'),
      )
      const conversations = calls.map(({ id, startedAt }) => ({
        ...{ conversation_id: id, status: 'done', agent_name: 'Renewal', start_time_unix_secs: toSeconds(startedAt) },
      }))
      return { conversations, has_more: next !== null, next_cursor: next }
    }
    const call = findCall(server, path.slice(listed.length + 1).split('/')[0])
    if (call === undefined) return undefined
    if (path.endsWith('/audio')) return server.file(call)
    const transcript = SPOKEN.map((message, at) => ({
      role: ['agent', 'user'][at],
      message,
      time_in_call_secs: at * 5,
    }))
    return { conversation_id: call.id, transcript, metadata: { start_time_unix_secs: toSeconds(call.startedAt) } }
  },
})
