/** Samples of telephony, contact centers, voice agents and written conversations. */
import type { Sample } from './sample.ts'
import { turnEnd, turnStart, turnText } from './truth.ts'

export const CALL_SAMPLES_2: readonly Sample[] = [
  {
    id: 'elevenlabs-agent',
    form: 'elevenlabs-agent',
    source: 'elevenlabs/elevenlabs-js src/api/types/GetConversationResponseModel.ts',
    speakers: 'voices',
    times: 'start',
    precision: 1,
    numeric: true,
    people: 2,
    head: ['externalId', 'startedAt', 'durationSeconds'],
    write: (truth, pen) => ({
      type: 'post_call_transcription',
      event_timestamp: 1,
      data: {
        agent_id: 'a',
        conversation_id: truth.id,
        status: 'done',
        transcript: truth.turns.flatMap((turn, i) => [
          {
            role: turn.person === 0 ? 'agent' : 'user',
            message: turnText(turn),
            time_in_call_secs: pen.seconds(Math.floor(turnStart(turn))),
            tool_calls: [],
          },
          ...(i === 1
            ? [
                {
                  role: 'agent',
                  message: null,
                  time_in_call_secs: pen.seconds(Math.floor(turnEnd(turn))),
                  tool_calls: [{}],
                },
              ]
            : []),
        ]),
        metadata: {
          start_time_unix_secs: Date.parse(truth.startedAt) / 1000,
          call_duration_secs: truth.durationSeconds,
        },
      },
    }),
  },
  {
    id: 'chat-messages',
    form: 'chat-messages',
    source: 'openai/openai-openapi openapi.yaml chat messages',
    speakers: 'voices',
    times: 'none',
    people: 2,
    write: (truth) => ({
      messages: [
        { role: 'system', content: 'You are an agent.' },
        ...truth.turns.map((turn) => ({ role: turn.person === 0 ? 'assistant' : 'user', content: turnText(turn) })),
      ],
    }),
  },
  {
    id: 'telegram',
    form: 'telegram',
    source: 'telegramdesktop/tdesktop Telegram/SourceFiles/export/output/export_output_json.cpp',
    speakers: 'names',
    times: 'start',
    precision: 1,
    numeric: true,
    zeroIsFirst: true,
    head: ['title', 'startedAt'],
    write: (truth, pen) => ({
      name: truth.title,
      type: 'private_group',
      id: 99,
      messages: [
        {
          id: 1,
          type: 'service',
          date: '2026-03-17T09:00:00',
          date_unixtime: String(pen.epochSeconds(0)),
          actor: 'x',
          action: 'create_group',
          text: '',
        },
        ...truth.turns.map((turn, i) => ({
          id: i + 2,
          type: 'message',
          date: '2026-03-17T09:30:00',
          date_unixtime: String(Math.floor(pen.epochSeconds(turnStart(turn)))),
          from: truth.people[turn.person]?.name,
          from_id: `user${turn.person}`,
          text:
            i % 2 === 0
              ? turnText(turn)
              : [turnText(turn).slice(0, 9), { type: 'bold', text: turnText(turn).slice(9) }],
          text_entities: [],
        })),
      ],
    }),
  },
  {
    id: 'slack-with-users',
    form: 'slack',
    source: 'hfaran/slack-export-viewer slackviewer/message.py',
    speakers: 'names',
    times: 'start',
    numeric: true,
    zeroIsFirst: true,
    head: ['title', 'startedAt'],
    write: (truth, pen) => ({
      channel: truth.title,
      users: truth.people.map((person, i) => ({
        id: `U0${i}`,
        profile: { real_name: person.name, email: person.email },
      })),
      messages: [
        {
          type: 'message',
          subtype: 'channel_join',
          user: 'U00',
          text: 'joined',
          ts: `${Math.floor(pen.epochSeconds(0))}.000100`,
        },
        ...truth.turns.map((turn) => ({
          type: 'message',
          user: `U0${turn.person}`,
          text: turnText(turn),
          ts: pen.epochSeconds(turnStart(turn)).toFixed(6),
        })),
      ],
    }),
  },
  {
    id: 'slack-day',
    form: 'slack',
    source: 'hfaran/slack-export-viewer slackviewer/reader.py',
    speakers: 'voices',
    times: 'start',
    numeric: true,
    zeroIsFirst: true,
    write: (truth, pen) =>
      truth.turns.map((turn) => ({
        type: 'message',
        user: `U0${turn.person}`,
        text: turnText(turn),
        ts: pen.epochSeconds(turnStart(turn)).toFixed(6),
      })),
  },
  {
    id: 'intercom',
    form: 'intercom',
    source: 'intercom/Intercom-OpenAPI descriptions/2.16/api.intercom.io.yaml',
    speakers: 'names',
    times: 'start',
    precision: 1,
    numeric: true,
    zeroIsFirst: true,
    head: ['externalId', 'title', 'startedAt'],
    write: (truth, pen) => {
      const [first, ...rest] = truth.turns
      const author = (person: number) => ({
        type: person === 1 ? 'user' : 'admin',
        id: `a${person}`,
        name: truth.people[person]?.name,
        email: truth.people[person]?.email,
      })
      const at = (turn: (typeof rest)[number] | undefined) =>
        Math.floor(pen.epochSeconds(turn === undefined ? 0 : turnStart(turn)))
      return {
        type: 'conversation',
        id: truth.id,
        title: truth.title,
        created_at: at(first),
        source: {
          type: 'conversation',
          body: `<p>${first === undefined ? '' : turnText(first)}</p>`,
          author: author(first?.person ?? 0),
          subject: '',
        },
        conversation_parts: {
          type: 'conversation_part.list',
          conversation_parts: rest.flatMap((turn, i) => [
            {
              id: `${i}`,
              part_type: 'comment',
              body: `<p>${turnText(turn)}</p>`,
              created_at: at(turn),
              author: author(turn.person),
            },
            ...(i === 2
              ? [{ id: 'n', part_type: 'note', body: '<p>Internal.</p>', created_at: at(turn), author: author(0) }]
              : []),
          ]),
        },
      }
    },
  },
  {
    id: 'quo',
    form: 'quo',
    source: 'quo.com/docs api-reference get-a-transcription-for-a-call',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId', 'durationSeconds'],
    write: (truth, pen) => ({
      callId: truth.id,
      createdAt: pen.iso(truth.durationSeconds),
      duration: truth.durationSeconds,
      status: 'completed',
      dialogue: truth.turns.map((turn) => ({
        content: turnText(turn),
        start: pen.seconds(turnStart(turn)),
        end: pen.seconds(turnEnd(turn)),
        identifier: `+1555000000${turn.person}`,
        userId: turn.person === 1 ? null : `US${turn.person}`,
      })),
    }),
  },
]
