/** Samples of telephony, contact centers, voice agents and written conversations. */
import type { Sample } from './sample.ts'
import { turnEnd, turnStart, turnText, turnWords } from './truth.ts'

export const CALL_SAMPLES: readonly Sample[] = [
  {
    id: 'twilio',
    form: 'twilio',
    source: 'twilio/twilio-oai spec/json/twilio_intelligence_v2.json',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId'],
    write: (truth, pen) => ({
      sentences: truth.turns.map((turn, i) => ({
        media_channel: turn.person + 1,
        sentence_index: i,
        start_time: String(pen.seconds(turnStart(turn))),
        end_time: String(pen.seconds(turnEnd(turn))),
        transcript: turnText(turn),
        sid: `GX${i}`,
        confidence: '0.9',
        words: [],
        transcript_sid: truth.id,
      })),
      meta: { key: 'sentences', page: 0, page_size: 50 },
    }),
  },
  {
    id: 'aircall',
    form: 'aircall',
    source: 'api-evangelist/aircall asyncapi/aircall-webhooks-asyncapi.yml',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId', 'startedAt', 'language'],
    write: (truth, pen) => ({
      transcription: {
        id: 5,
        call_id: truth.id,
        call_created_at: truth.startedAt,
        type: 'call',
        content: {
          language: 'en-US',
          utterances: truth.turns.map((turn) => ({
            start_time: pen.seconds(turnStart(turn)),
            end_time: pen.seconds(turnEnd(turn)),
            text: turnText(turn),
            ...(turn.person === 0
              ? { participant_type: 'internal', user_id: 42 }
              : { participant_type: 'external', phone_number: '+15550100' }),
          })),
        },
      },
    }),
  },
  {
    id: 'dialpad',
    form: 'dialpad',
    source: 'dialpad/dialpad-python-sdk dialpad_api_spec.json schemas.transcript',
    speakers: 'names',
    times: 'start',
    zeroIsFirst: true,
    head: ['externalId', 'startedAt'],
    write: (truth, pen) => ({
      call_id: truth.id,
      lines: truth.turns.flatMap((turn, i) => [
        {
          type: 'transcript',
          name: truth.people[turn.person]?.name,
          ...(turn.person === 1 ? { contact_id: 'c1' } : { user_id: `u${turn.person}` }),
          content: turnText(turn),
          time: pen.iso(turnStart(turn)),
        },
        ...(i === 1 ? [{ type: 'moment', name: 'x', content: 'price_inquiry', time: pen.iso(turnStart(turn)) }] : []),
      ]),
    }),
  },
  {
    id: 'ringsense',
    form: 'ringsense',
    source: 'ringcentral/ringcentral-extensible packages/core/src/definitions/RecordingInsights.ts',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'title', 'startedAt', 'durationSeconds', 'parties'],
    write: (truth, pen) => ({
      uuid: 'e',
      event: '/ai/ringsense',
      body: {
        title: truth.title,
        domain: 'rcv',
        sourceRecordId: truth.id,
        callDirection: 'Outbound',
        ownerExtensionId: '1',
        recordingDurationMs: truth.durationSeconds * 1000,
        recordingStartTime: truth.startedAt,
        speakerInfo: truth.people.map((person, i) => ({ speakerId: `s${i}`, name: person.name })),
        insights: {
          Transcript: truth.turns.map((turn) => ({
            speakerId: `s${turn.person}`,
            text: turnText(turn),
            start: pen.seconds(turnStart(turn)),
            end: pen.seconds(turnEnd(turn)),
          })),
          Summary: [],
        },
      },
    }),
  },
  {
    id: 'genesys',
    form: 'genesys',
    source: 'MakingChatbots/genesys-cloud-mcp-server src/tools/conversationTranscription/TranscriptResponse.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId', 'startedAt', 'language'],
    write: (truth, pen) => ({
      organizationId: 'o',
      conversationId: truth.id,
      communicationId: 'c',
      mediaType: 'call',
      conversationStartTime: pen.epochMs(0),
      startTime: pen.epochMs(0),
      duration: { milliseconds: pen.ms(truth.durationSeconds) },
      transcripts: [
        {
          transcriptId: 't',
          language: 'en-us',
          startTime: pen.epochMs(0),
          phrases: truth.turns.map((turn, phraseIndex) => ({
            phraseIndex,
            participantPurpose: turn.person === 0 ? 'internal' : 'external',
            text: turnText(turn).toLowerCase(),
            decoratedText: turnText(turn),
            startTimeMs: pen.epochMs(turnStart(turn)),
            offset: { milliseconds: pen.ms(turnStart(turn)) },
            duration: { milliseconds: pen.ms(turnEnd(turn) - turnStart(turn)) },
            words: [],
          })),
          analytics: {},
        },
      ],
      participants: [{ participantPurpose: 'customer' }],
    }),
  },
  {
    id: 'ccai',
    form: 'ccai',
    source: 'googleapis/googleapis google/cloud/contactcenterinsights/v1/resources.proto',
    speakers: 'voices',
    times: 'start',
    numeric: true,
    zeroIsFirst: true,
    people: 2,
    head: ['startedAt'],
    write: (truth, pen) => ({
      entries: truth.turns.map((turn) => ({
        text: turnText(turn),
        user_id: turn.person + 1,
        role: turn.person === 0 ? 'AGENT' : 'CUSTOMER',
        start_timestamp_usec: pen.epochUs(turnStart(turn)),
      })),
      conversation_info: { categories: [] },
    }),
  },
  {
    id: 'vapi',
    form: 'vapi',
    source: 'VapiAI/server-sdk-typescript src/api/types/ServerMessageEndOfCallReport.ts',
    speakers: 'voices',
    times: 'start',
    numeric: true,
    people: 2,
    head: ['externalId', 'startedAt'],
    write: (truth, pen) => ({
      message: {
        type: 'end-of-call-report',
        endedReason: 'customer-ended-call',
        startedAt: truth.startedAt,
        endedAt: pen.iso(truth.durationSeconds),
        call: { id: truth.id },
        artifact: {
          messages: [
            { role: 'system', message: 'You are an agent.', time: 1, secondsFromStart: 0 },
            ...truth.turns.map((turn) => ({
              role: turn.person === 0 ? 'bot' : 'user',
              message: turnText(turn),
              time: pen.epochMs(turnStart(turn)),
              endTime: pen.epochMs(turnEnd(turn)),
              secondsFromStart: pen.seconds(turnStart(turn)),
            })),
          ],
          transcript: 'AI: x',
        },
      },
    }),
  },
  {
    id: 'retell',
    form: 'retell',
    source: 'RetellAI/retell-typescript-sdk src/resources/call.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId', 'startedAt', 'durationSeconds'],
    write: (truth, pen) => ({
      call_id: truth.id,
      agent_id: 'a',
      call_status: 'ended',
      start_timestamp: Date.parse(truth.startedAt),
      end_timestamp: Date.parse(truth.startedAt) + truth.durationSeconds * 1000,
      transcript: 'Agent: x',
      transcript_object: truth.turns.map((turn) => ({
        role: turn.person === 0 ? 'agent' : 'user',
        content: turnText(turn),
        words: turnWords(turn).map((word) => ({
          word: `${word.text} `,
          start: pen.seconds(word.start),
          end: pen.seconds(word.end),
        })),
      })),
      recording_url: 'https://files.example/r.wav',
    }),
  },
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
]
