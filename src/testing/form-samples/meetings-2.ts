/** Samples of meeting platforms, bots and note takers. */
import { MEETING_PARTIES } from './parties.ts'
import type { Sample } from './sample.ts'
import { turnEnd, turnStart, turnText, turnWords } from './truth.ts'

const personId = (index: number) => `p-${index + 1}`
const { attendees } = MEETING_PARTIES

export const MEETING_SAMPLES_2: readonly Sample[] = [
  {
    id: 'fathom-transcript',
    form: 'fathom',
    source: 'developers.fathom.ai/api-reference',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) => ({
      transcript: truth.turns.map((turn) => ({
        speaker: { display_name: truth.people[turn.person]?.name, matched_calendar_invitee_email: null },
        text: turnText(turn),
        timestamp: pen.clock(turnStart(turn), 0),
      })),
    }),
  },
  {
    id: 'grain-list',
    form: 'grain',
    source: 'simstudioai/sim apps/sim/tools/grain/types.ts',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      truth.turns.map((turn) => ({
        participant_id: personId(turn.person),
        speaker: truth.people[turn.person]?.name,
        start: pen.ms(turnStart(turn)),
        end: pen.ms(turnEnd(turn)),
        text: turnText(turn),
      })),
  },
  {
    id: 'granola',
    form: 'granola',
    source: 'api-evangelist/granola openapi/_original/granola-openapi.yml',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId', 'title', 'startedAt', 'parties'],
    write: (truth, pen) => ({
      id: truth.id,
      title: truth.title,
      meetingStartAt: truth.startedAt,
      attendees: attendees(truth),
      summary: 'They discussed scanners.',
      transcript: truth.turns.map((turn) => ({
        speaker: turn.person === 0 ? 'microphone' : 'system',
        startMs: pen.ms(turnStart(turn)),
        endMs: pen.ms(turnEnd(turn)),
        text: turnText(turn),
      })),
    }),
  },
  {
    id: 'tldv',
    form: 'tldv',
    source: 'api-evangelist/tl-dv openapi/_original/tl-dv-openapi.yml',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) => ({
      id: 't1',
      meetingId: truth.id,
      data: truth.turns.map((turn) => ({
        speaker: truth.people[turn.person]?.name,
        text: turnText(turn),
        startTime: pen.seconds(turnStart(turn)),
        endTime: pen.seconds(turnEnd(turn)),
      })),
    }),
  },
  {
    id: 'readai-webhook',
    form: 'readai',
    source: 'api-evangelist/read-ai asyncapi/read-ai-webhooks.yml',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'title', 'startedAt', 'parties'],
    write: (truth, pen) => ({
      session_id: truth.id,
      trigger: 'meeting_end',
      title: truth.title,
      start_time: truth.startedAt,
      participants: attendees(truth),
      owner: attendees(truth)[0],
      transcript: {
        speakers: truth.people.map(({ name }) => ({ name })),
        speaker_blocks: truth.turns.map((turn) => ({
          speaker: { name: truth.people[turn.person]?.name },
          words: turnText(turn),
          start_time: pen.epochMs(turnStart(turn)),
          end_time: pen.epochMs(turnEnd(turn)),
        })),
      },
    }),
  },
  {
    id: 'readai-rest',
    form: 'readai',
    source: 'api-evangelist/read-ai data-model/read-ai-data-model.yml',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'title', 'startedAt'],
    write: (truth, pen) => ({
      id: truth.id,
      title: truth.title,
      start_time_ms: Date.parse(truth.startedAt),
      transcript: {
        speakers: [],
        turns: truth.turns.map((turn) => ({
          speaker: { name: truth.people[turn.person]?.name },
          text: turnText(turn),
          start_time_ms: pen.epochMs(turnStart(turn)),
          end_time_ms: pen.epochMs(turnEnd(turn)),
        })),
        text: 'x',
      },
    }),
  },
  {
    id: 'avoma',
    form: 'avoma',
    source: 'api-evangelist/avoma openapi/avoma-transcriptions-api-openapi.yml',
    speakers: 'names',
    times: 'start',
    numeric: true,
    head: ['externalId', 'parties'],
    write: (truth, pen) => ({
      uuid: 't1',
      meeting_uuid: truth.id,
      speakers: truth.people.map((person, id) => ({
        id,
        name: person.name,
        email: person.email,
        is_rep: person.internal,
      })),
      transcript: truth.turns.map((turn) => ({
        speaker_id: turn.person,
        transcript: turnText(turn),
        timestamps: turnWords(turn).map((word) => pen.seconds(word.start)),
      })),
      transcription_vtt_url: 'https://files.example/a.vtt',
    }),
  },
  {
    id: 'gong-transcript',
    form: 'gong',
    source: 'mudits/gong-api docs/CallTranscript.md',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) => ({
      requestId: 'r',
      records: { totalRecords: 1, currentPageSize: 1, currentPageNumber: 0 },
      callTranscripts: [
        {
          callId: truth.id,
          transcript: truth.turns.map((turn) => ({
            speakerId: `62${turn.person}`,
            topic: null,
            sentences: turn.sentences.map((each) => ({
              start: pen.ms(each.start),
              end: pen.ms(each.end),
              text: each.text,
            })),
          })),
        },
      ],
    }),
  },
  {
    id: 'gong-with-call',
    form: 'gong',
    source: 'mudits/gong-api docs/Call.md, docs/Party.md',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'title', 'startedAt', 'durationSeconds', 'language', 'parties'],
    write: (truth, pen) => ({
      calls: [
        {
          metaData: {
            id: truth.id,
            title: truth.title,
            started: truth.startedAt,
            duration: truth.durationSeconds,
            language: 'eng',
          },
          parties: truth.people.map((person, i) => ({
            id: `x${i}`,
            speakerId: `62${i}`,
            name: person.name,
            emailAddress: person.email,
            affiliation: person.internal ? 'Internal' : 'External',
          })),
        },
      ],
      callTranscripts: [
        {
          callId: truth.id,
          transcript: truth.turns.map((turn) => ({
            speakerId: `62${turn.person}`,
            topic: 'Pricing',
            sentences: turn.sentences.map((each) => ({
              start: pen.ms(each.start),
              end: pen.ms(each.end),
              text: each.text,
            })),
          })),
        },
      ],
    }),
  },
  {
    id: 'chorus',
    form: 'chorus',
    source: 'api-evangelist/chorus-ai openapi/_original/chorus-ai-openapi.json schema Recording',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'title', 'startedAt', 'durationSeconds', 'parties'],
    write: (truth, pen) => ({
      data: {
        type: 'recording',
        id: truth.id,
        attributes: {
          name: truth.title,
          participants: attendees(truth),
          recording: {
            start_time: truth.startedAt,
            duration: truth.durationSeconds,
            utterances: truth.turns.map((turn, index) => ({
              id: `u${index}`,
              index,
              speaker_name: truth.people[turn.person]?.name,
              speaker_type: truth.people[turn.person]?.internal ? 'rep' : 'cust',
              snippet: turnText(turn),
              snippet_time: pen.seconds(turnStart(turn)),
              snippet_length: pen.seconds(turnEnd(turn) - turnStart(turn)),
              date_time: pen.iso(turnStart(turn)),
            })),
          },
        },
      },
    }),
  },
  {
    id: 'speakr',
    form: 'speakr',
    source: 'murtaza-nasir/speakr docs/user-guide/api-reference.md',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      format: 'json',
      segments: truth.turns.map((turn) => ({
        speaker: truth.people[turn.person]?.name,
        sentence: turnText(turn),
        start_time: pen.seconds(turnStart(turn)),
        end_time: pen.seconds(turnEnd(turn)),
      })),
    }),
  },
  {
    id: 'opentranscribe',
    form: 'opentranscribe',
    source: 'attevon-llc/OpenTranscribe backend/app/schemas/media.py',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      truth.turns.map((turn, i) => ({
        uuid: `s${i}`,
        start_time: pen.seconds(turnStart(turn)),
        end_time: pen.seconds(turnEnd(turn)),
        text: turnText(turn),
        speaker_id: turn.person,
        speaker_label: `SPEAKER_0${turn.person}`,
        resolved_speaker_name: truth.people[turn.person]?.name,
        is_overlap: false,
        formatted_timestamp: '0:00',
      })),
  },
  {
    id: 'hubspot',
    form: 'hubspot',
    source: 'developers.hubspot.com extensions/transcriptions',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId', 'language'],
    write: (truth, pen) => ({
      engagementId: truth.id,
      transcriptCreateUtterances: truth.turns.map((turn) => ({
        speaker: {
          id: personId(turn.person),
          name: truth.people[turn.person]?.name,
          email: truth.people[turn.person]?.email,
        },
        text: turnText(turn),
        startTimeMillis: pen.ms(turnStart(turn)),
        endTimeMillis: pen.ms(turnEnd(turn)),
        languageCode: 'en-US',
      })),
    }),
  },
  {
    id: 'truto',
    form: 'truto',
    source: 'truto.one/docs unified conversational intelligence',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) => ({
      meeting: { id: truth.id },
      entries: truth.turns.map((turn, i) => ({
        id: `e${i}`,
        speaker_id: personId(turn.person),
        speaker_type: 'user',
        speaker_name: truth.people[turn.person]?.name,
        text: turnText(turn),
        raw_text: turnText(turn),
        start_time: pen.seconds(turnStart(turn)),
        end_time: pen.seconds(turnEnd(turn)),
      })),
    }),
  },
  {
    id: 'webex',
    form: 'webex',
    source: 'developer.webex.com meeting-transcripts list-snippets-of-a-meeting-transcript',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      items: truth.turns.map((turn, i) => ({
        id: `195d_0000${i}`,
        text: turnText(turn),
        personName: truth.people[turn.person]?.name,
        personEmail: truth.people[turn.person]?.email,
        offsetMillisecond: pen.ms(turnStart(turn)),
        durationMillisecond: pen.ms(turnEnd(turn) - turnStart(turn)),
      })),
    }),
  },
  {
    id: 'cronofy',
    form: 'cronofy',
    source: 'docs.cronofy.com meeting-agents/transcripts',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      meeting_agent: { sub: 'agt_1' },
      transcript: {
        summary: 'A call about scanners.',
        paragraphs: truth.turns.map((turn) => ({
          speaker: { identifier: personId(turn.person), name: truth.people[turn.person]?.name },
          start: pen.seconds(turnStart(turn)),
          end: pen.seconds(turnEnd(turn)),
          sentences: turn.sentences.map(({ text, start, end }) => ({
            text,
            start: pen.seconds(start),
            end: pen.seconds(end),
          })),
        })),
      },
    }),
  },
]
