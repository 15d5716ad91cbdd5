/** Stand-ins of vendors for moves, by their published interfaces: two pages of calls each. */
import { type Asked, createStandIn, type Reply, type StandIn } from './fake-server.ts'

const OWNER = 'bob@acme.example'
const ok = (body: unknown): Reply => ({ status: 200, body })
const missing: Reply = { status: 404, body: { error: 'not found' } }
const id = (asked: Asked, position: number) => asked.path.split('/')[position] ?? ''

/** Three meetings. Lists return two, then one, then none. */
export const createFirefliesServer = ({
  owners = [OWNER, OWNER, OWNER],
}: {
  readonly owners?: readonly string[]
} = {}): Promise<StandIn> =>
  createStandIn(({ body, headers }) => {
    if (headers.authorization !== 'Bearer ff-key') return { status: 401, body: { errors: [{ code: 'auth_failed' }] } }
    const { skip, id: wanted, biteOf } = body.variables
    if (String(body.query).startsWith('query Users')) return ok({ data: { users: [{ user_id: 'u', email: OWNER }] } })
    if (wanted === undefined && biteOf !== undefined)
      return ok({ data: { bites: bitesOf(biteOf).slice(skip, skip + body.variables.limit) } })
    if (wanted === undefined) {
      const all = ['A', 'B', 'C'].map((name, index) => ({
        ...{ id: `FF${name}`, title: `Meeting ${name}`, date: Date.parse('2025-02-03T10:00:00Z') + index * 3_600_000 },
        ...{ duration: 0.4, organizer_email: owners[index], host_email: owners[index], privacy: 'link' },
      }))
      return ok({ data: { transcripts: all.slice(skip, skip + 2) } })
    }
    return ok({
      data: {
        transcript: {
          ...{ id: wanted, title: `Meeting ${wanted}`, date: Date.parse('2025-02-03T10:00:00Z'), duration: 0.4 },
          speakers: [
            { id: 0, name: 'Bob' },
            { id: 1, name: 'Ann' },
          ],
          meeting_attendees: [
            { displayName: 'Bob', email: OWNER },
            { displayName: 'Ann', email: 'ann@customer.example' },
          ],
          sentences: [
            {
              index: 0,
              speaker_name: 'Bob',
              speaker_id: 0,
              text: 'Shall we look at the plan now?',
              start_time: 0.5,
              end_time: 3,
            },
            {
              index: 1,
              speaker_name: 'Ann',
              speaker_id: 1,
              text: 'Yes, please show me the numbers.',
              start_time: 3,
              end_time: 24,
            },
          ],
          workspace_users: [OWNER],
          channels: [{ title: 'Renewals' }],
          summary: {
            overview: 'They looked at the plan.',
            action_items: ['**Bob**', 'Send the numbers (00:03)', '**Unassigned**', 'Book a room'],
          },
        },
        bites: bitesOf(wanted).slice(0, 50),
      },
    })
  })

/** More than a page of soundbites for the first meeting, and one for the others. */
const bitesOf = (meeting: string) =>
  Array.from({ length: meeting === 'FFA' ? 70 : 1 }, (_, index) => ({
    ...{ id: `bite-${meeting}-${index}`, name: `The plan ${index}`, start_time: 1, end_time: 3, user_id: 'u' },
  }))

/** The wait that Fireflies requests in the body. */
export const firefliesLimit = (until: number): Reply =>
  ok({ errors: [{ code: 'too_many_requests', extensions: { metadata: { retryAfter: until } } }], data: null })

/** @param start start of both meetings */
export const createFathomServer = (start = new Date('2025-03-04T09:00:00Z')): Promise<StandIn> =>
  createStandIn(({ path, query, headers }) => {
    if (headers['x-api-key'] !== 'fathom-key') return { status: 401, body: {} }
    if (path !== '/meetings') return missing
    const number = query.get('cursor') === null ? 1 : 2
    const meeting = {
      ...{ recording_id: number, title: `Meeting ${number}`, url: `https://fathom.video/calls/${number}` },
      ...{ created_at: start.toISOString(), recording_start_time: start.toISOString() },
      ...{
        recording_end_time: new Date(start.getTime() + 60_000).toISOString(),
        transcript_language: 'en',
        recorded_by: { email: OWNER, name: 'Bob' },
      },
      calendar_invitees: [
        { name: 'Ann', email: 'ann@customer.example', is_external: true, matched_speaker_display_name: 'Ann' },
      ],
      default_summary: { template_name: 'General', markdown_formatted: '## Topics\nThe plan' },
      transcript: [
        {
          speaker: { display_name: 'Bob', matched_calendar_invitee_email: null },
          text: 'Shall we look at the plan?',
          timestamp: '00:00:02',
        },
        {
          speaker: { display_name: 'Ann', matched_calendar_invitee_email: 'ann@customer.example' },
          text: 'Yes, please.',
          timestamp: '00:00:09',
        },
      ],
      action_items: [
        {
          ...{ description: 'Send the plan', completed: number === 2, recording_timestamp: '00:00:09' },
          assignee: { name: 'Bob', email: OWNER, team: null },
        },
      ],
      highlights: [{ title: 'The plan', start_time: 2, end_time: 9 }],
      crm_matches: {
        contacts: [],
        companies: [{ record_url: 'https://app.hubspot.com/contacts/1/company/4711' }],
        deals: [],
      },
    }
    return ok({ items: [meeting], next_cursor: number === 1 ? 'next' : null })
  })

export const createSpeakrServer = (sound: Buffer): Promise<StandIn> =>
  createStandIn((asked) => {
    const { path, query, headers } = asked
    if (headers.authorization !== 'Bearer speakr-token') return { status: 401, body: {} }
    if (path === '/api/v1/users/me') return ok({ id: 1, email: OWNER })
    if (path === '/api/v1/recordings') {
      const page = Number(query.get('page'))
      const recording = {
        ...{ id: page, title: `Recording ${page}`, status: 'COMPLETED', created_at: '2025-04-05T10:00:00Z' },
        ...{ meeting_date: '2025-04-05T09:00:00Z', participants: 'Bob, Ann', audio_available: page === 1 },
        ...{ audio_duration: 1, has_transcription: true, original_filename: 'call.wav', tags: [{ name: 'Work' }] },
      }
      return ok({ recordings: [recording], pagination: { page, has_next: page === 1 } })
    }
    if (path.endsWith('/transcript')) {
      const segments = [{ speaker: 'Bob', sentence: 'Hello there.', start_time: 0, end_time: 1 }]
      return ok({ format: 'json', segments })
    }
    if (path.endsWith('/audio')) return { status: 200, body: sound, headers: { 'content-type': 'audio/wav' } }
    return ok({ id: Number(id(asked, 4)), summary: 'A greeting.', notes: 'Call back' })
  })

export const createGrainServer = (): Promise<StandIn> =>
  createStandIn(({ path, body, headers }) => {
    if (headers.authorization !== 'Bearer grain-token') return { status: 401, body: {} }
    if (path === '/recordings') {
      const number = body.cursor === undefined ? 1 : 2
      const recording = {
        ...{
          id: `g${number}`,
          title: `Recording ${number}`,
          start_datetime: '2025-05-06T09:00:00Z',
          duration_ms: 12_000,
        },
        ...{ url: 'https://grain.com/r/1', media_type: 'video', source: 'zoom', tags: ['demo', 'north'] },
        meeting_type: { id: 'm1', name: 'Discovery', scope: 'external' },
        participants: [
          { id: 'p1', name: 'Bob', email: OWNER, scope: 'internal', confirmed_attendee: true },
          { id: 'p2', name: 'Ann', email: null, scope: 'external', confirmed_attendee: true },
        ],
        highlights: [{ id: `h${number}`, text: 'The plan', timestamp: 2_000, duration: 3_000 }],
        hubspot: { hubspot_company_ids: ['4711'], hubspot_deal_ids: [] },
      }
      return ok({ recordings: [recording], cursor: number === 1 ? 'next' : null })
    }
    return ok([
      { participant_id: 'p1', speaker: 'Bob', start: 1_000, end: 4_000, text: 'Shall we look at the plan?' },
      { participant_id: 'p2', speaker: 'Ann', start: 4_500, end: 9_000, text: 'Yes, please show me the plan.' },
    ])
  })

/** One meeting, with two pages of snippets and of evaluations: by two people, a program, and with an unknown answer. */
export const createAvomaServer = (): Promise<StandIn> =>
  createStandIn(({ path, query, headers }) => {
    if (headers.authorization !== 'Bearer avoma-key') return { status: 401, body: {} }
    const page = Number(query.get('page') ?? 1)
    const paged = (all: readonly object[], size = 1) => {
      const results = all.slice((page - 1) * size, page * size)
      const next = page * size < all.length ? `https://api.avoma.com/v1${path}?page=${page + 1}` : null
      return ok({ count: all.length, next, previous: null, results })
    }
    switch (path) {
      case '/meetings/': {
        const [from, to] = [query.get('from_date') ?? '', query.get('to_date') ?? '']
        const isIn = from <= '2025-06-20T09:00:00.000Z' && '2025-06-20T09:00:00.000Z' < to
        return paged(isIn ? [AVOMA_MEETING] : [], 100)
      }
      case '/transcriptions/': {
        const words = 'Shall we look at the plan together now?'.split(' ')
        return ok([
          {
            ...{ uuid: 't', meeting_uuid: query.get('meeting_uuid') },
            speakers: [
              { id: 1, name: 'Bob', email: OWNER, is_rep: true },
              { id: 2, name: 'Ann', email: 'ann@customer.example', is_rep: false },
            ],
            transcript: [
              { speaker_id: 1, transcript: words.join(' '), timestamps: words.map((_, index) => index * 0.5) },
            ],
          },
        ])
      }
      case '/scorecards/':
        return ok([
          { uuid: 'sc-1', name: 'Discovery', state: 'live', is_ai: false, questions: AVOMA_QUESTIONS },
          { uuid: 'sc-2', name: 'Robot', state: 'live', is_ai: true, questions: AVOMA_QUESTIONS },
          { uuid: 'sc-3', name: 'Draft', state: 'draft', is_ai: false, questions: AVOMA_QUESTIONS },
        ])
      case '/scorecard_evaluations/':
        return paged([
          avomaEvaluation('e-1', 'sc-1', ['Yes', '4']),
          avomaEvaluation('e-2', 'sc-2', ['No', '2']),
          avomaEvaluation('e-3', 'sc-1', ['Maybe', '']),
        ])
      case '/snippets/':
        return paged(
          ['First', 'Second'].map((title, index) => ({
            ...{ uuid: `sn-${index}`, title, description: 'Listen', start_time: index, end_time: index + 1 },
          })),
        )
      case '/notes/':
        return query.get('output_format') === 'markdown' && query.has('from_date')
          ? paged([{ data: '## Next steps\nSend the plan', created: '2025-06-20T10:00:00Z' }], 20)
          : { status: 400, body: { detail: 'Invalid query params' } }
      default:
        return missing
    }
  })

const AVOMA_MEETING = {
  ...{ uuid: 'avoma-1', subject: 'Meeting', start_at: '2025-06-20T09:00:00Z', end_at: '2025-06-20T09:00:30Z' },
  ...{ organizer_email: OWNER, duration: 30, state: 'completed', notes_ready: true, is_private: false },
  ...{ purpose: { uuid: 'a', label: 'Demo' }, outcome: { uuid: 'b', label: 'Closed' }, type: null },
  crm_associations: [
    { crm_obj_id: '30447071570', crm_obj_type: 'account' },
    { crm_obj_id: '34202467419', crm_obj_type: 'oppo' },
  ],
  attendees: [
    { uuid: 'p1', name: 'Bob', email: OWNER, response_status: 'accepted' },
    { uuid: 'p2', name: 'Ann', email: 'ann@customer.example', response_status: 'accepted' },
  ],
}

const AVOMA_QUESTIONS = [
  { uuid: 'q-2', question: 'How was the call?', order: 2, question_type: 'int', question_choices: [] },
  { uuid: 'q-1', question: 'Was a next step agreed?', order: 1, question_type: 'bool', question_choices: [] },
]

const avomaEvaluation = (uuid: string, scorecard: string, [first = '', second = '']: readonly string[]) => ({
  ...{ uuid, scorecard_uuid: scorecard, created: '2025-06-21T09:00:00Z', modified: '2025-06-21T09:00:00Z' },
  ...{ meeting: { uuid: 'avoma-1' }, overall_score: null, scored_by: { email: OWNER }, scored_for: { email: OWNER } },
  evaluations: [
    { question_uuid: 'q-1', answer_text: first, justification: 'They booked it', order: 1 },
    { question_uuid: 'q-2', answer_text: second, justification: '', order: 2 },
  ],
})

export const createOpenTranscribeServer = (sound: Buffer): Promise<StandIn> =>
  createStandIn((asked) => {
    const { path, query, headers, text } = asked
    if (path === '/api/auth/token')
      return text.includes('password=right')
        ? ok({ access_token: 'jwt', token_type: 'bearer' })
        : { status: 401, body: {} }
    if (headers.authorization !== 'Bearer jwt') return { status: 401, body: {} }
    if (path === '/api/files') {
      const file = {
        ...{ uuid: 'ot-1', filename: 'call.wav', title: 'A call', upload_time: '2025-07-08T09:00:00Z', duration: 1 },
        ...{ language: 'en', status: 'completed' },
      }
      return ok({ items: [file], total: 1, page: 1, page_size: 100, total_pages: 1, has_more: false })
    }
    if (path.endsWith('/download')) return { status: 200, body: sound, headers: { 'content-type': 'audio/wav' } }
    if (path.endsWith('/comments'))
      return ok([
        { uuid: 'c1', text: 'Nice.', timestamp: 0.5, created_at: '2025-07-09T09:00:00Z', user: { email: OWNER } },
      ])
    const from = Number(query.get('segment_offset'))
    const segments = ['Hello', 'there.'].map((word, index) => ({
      ...{
        uuid: `s${index}`,
        start_time: index * 0.5,
        end_time: index * 0.5 + 0.5,
        text: word,
        speaker_label: 'SPEAKER_00',
      },
      ...{ resolved_speaker_name: 'Bob', is_overlap: false },
    }))
    // Pages of one, although the client requests 500.
    return ok({
      uuid: 'ot-1',
      transcript_segments: segments.slice(from, from + 1),
      total_segments: 2,
      tags: [],
      collections: [],
    })
  })
