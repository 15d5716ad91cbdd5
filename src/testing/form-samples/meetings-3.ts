import type { Pen } from './pen.ts'
import type { Sample } from './sample.ts'
import { type Truth, type Turn, turnEnd, turnStart, turnText, turnWords } from './truth.ts'

const jsonLines = (values: readonly unknown[]): string => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`

const toVexaSegment = (truth: Truth, pen: Pen, turn: Turn, id: number, completed = true) => ({
  segment_id: `s${id}`,
  speaker: truth.people[turn.person]?.name ?? null,
  speaker_key: `p${turn.person}`,
  text: completed ? turnText(turn) : turnText(turn).slice(0, 12),
  start: pen.seconds(turnStart(turn)),
  end: pen.seconds(turnEnd(turn)),
  completed,
})

const toRecallEvent = (truth: Truth, pen: Pen, turn: Turn, event = 'transcript.data') => ({
  event,
  data: {
    data: {
      participant: { id: 100 + turn.person, name: truth.people[turn.person]?.name ?? null, is_host: turn.person === 0 },
      words: turnWords(turn).map((word) => ({
        text: word.text,
        start_timestamp: { relative: pen.seconds(word.start), absolute: pen.iso(word.start) },
        end_timestamp: { relative: pen.seconds(word.end), absolute: pen.iso(word.end) },
      })),
    },
    transcript: { id: truth.id },
    bot: { id: 'bot-1' },
  },
})

export const MEETING_SAMPLES_3: readonly Sample[] = [
  {
    id: 'recall-events-jsonl',
    form: 'recall-event',
    source:
      'recallai/sample-apps bot_real_time_transcription/src/schemas/TranscriptDataEventSchema.ts, one event a line',
    speakers: 'names',
    times: 'both',
    numeric: true,
    fileName: 'events.jsonl',
    head: ['externalId', 'startedAt', 'parties'],
    write: (truth, pen) =>
      jsonLines(
        truth.turns.flatMap((turn) => [
          toRecallEvent(truth, pen, turn, 'transcript.partial_data'),
          toRecallEvent(truth, pen, turn),
        ]),
      ),
  },
  {
    id: 'recall-events-list',
    form: 'recall-event',
    source: 'the same events as a list, one of them delivered twice',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      truth.turns.flatMap((turn, i) => Array.from({ length: i === 1 ? 2 : 1 }, () => toRecallEvent(truth, pen, turn))),
  },
  {
    id: 'vexa-live-jsonl',
    form: 'vexa',
    source: 'Vexa-ai/vexa core/meetings/contracts/transcript.v1/golden, one bundle a line',
    speakers: 'names',
    times: 'both',
    numeric: true,
    fileName: 'live.jsonl',
    write: (truth, pen) =>
      jsonLines(
        truth.turns.flatMap((turn, i) => [
          {
            type: 'transcript',
            meeting: { id: 7 },
            confirmed: [],
            pending: [toVexaSegment(truth, pen, turn, i, false)],
          },
          { type: 'transcript', meeting: { id: 7 }, confirmed: [toVexaSegment(truth, pen, turn, i)], pending: [] },
        ]),
      ),
  },
  {
    id: 'vexa-unfinished',
    form: 'vexa',
    source: 'Vexa-ai/vexa core/meetings/contracts/transcript.v1/transcript.schema.json, segments of a running meeting',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      segments: truth.turns.flatMap((turn, i) => [
        toVexaSegment(truth, pen, turn, i, false),
        toVexaSegment(truth, pen, turn, i),
      ]),
    }),
  },
  {
    id: 'vexa-list',
    form: 'vexa',
    source: 'the same segments as a list',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) => [
      ...truth.turns.map((turn, i) => toVexaSegment(truth, pen, turn, i)),
      { ...toVexaSegment(truth, pen, truth.turns[0] as Turn, 99, false), text: 'and then' },
    ],
  },
  {
    id: 'zoom-rtms-jsonl',
    form: 'zoom-rtms',
    source: 'zoom/skills skills/rtms/references/data-types.md, one frame a line',
    speakers: 'names',
    times: 'start',
    numeric: true,
    zeroIsFirst: true,
    fileName: 'frames.jsonl',
    head: ['startedAt'],
    write: (truth, pen) =>
      jsonLines([
        { msg_type: 12, timestamp: 1 },
        ...truth.turns.map((turn) => ({
          msg_type: 17,
          content: {
            user_id: 16778240 + turn.person,
            user_name: truth.people[turn.person]?.name ?? '',
            data: turnText(turn),
            timestamp: pen.epochMs(turnStart(turn)),
          },
        })),
      ]),
  },
  {
    id: 'chat-messages-jsonl',
    form: 'chat-messages',
    source: 'openai/openai-openapi openapi.yaml, one message a line',
    speakers: 'voices',
    times: 'none',
    people: 2,
    fileName: 'chat.jsonl',
    write: (truth) =>
      jsonLines([
        { role: 'system', content: 'Sell scanners.' },
        ...truth.turns.map((turn) => ({
          role: turn.person === 0 ? 'assistant' : 'user',
          content: turnText(turn),
        })),
      ]),
  },
]
