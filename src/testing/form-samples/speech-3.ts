import type { Sample } from './sample.ts'
import { items } from './speech-words.ts'
import { allWords, turnEnd, turnStart, turnText, turnWords } from './truth.ts'

export const SPEECH_SAMPLES_3: readonly Sample[] = [
  {
    id: 'azure-batch-channels',
    form: 'azure-batch',
    source: 'Azure-Samples/cognitive-services-speech-sdk samples/batch',
    speakers: 'voices',
    times: 'both',
    people: 2,
    write: (truth) => ({
      source: 'https://files.example/a.wav',
      timestamp: truth.startedAt,
      combinedRecognizedPhrases: [],
      recognizedPhrases: [0, 1].flatMap((channel) =>
        truth.turns
          .filter((turn) => turn.person === channel)
          .map((turn) => ({
            recognitionStatus: 'Success',
            channel,
            offset: `PT${turnStart(turn)}S`,
            duration: `PT${Math.round((turnEnd(turn) - turnStart(turn)) * 1000) / 1000}S`,
            nBest: [{ display: turnText(turn) }],
          })),
      ),
    }),
  },
  {
    id: 'azure-fast',
    form: 'azure-fast',
    source: 'Azure-Samples/cognitive-services-speech-sdk scenarios/csharp/dotnetcore/post-call-analytics',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['durationSeconds', 'language'],
    write: (truth, pen) => ({
      durationMilliseconds: truth.durationSeconds * 1000,
      combinedPhrases: [{ text: 'x' }],
      phrases: truth.turns.map((turn) => ({
        speaker: turn.person + 1,
        offsetMilliseconds: pen.ms(turnStart(turn)),
        durationMilliseconds: pen.ms(turnEnd(turn) - turnStart(turn)),
        text: turnText(turn),
        words: [],
        locale: 'en-US',
        confidence: 0.9,
      })),
    }),
  },
  {
    id: 'speechmatics',
    form: 'speechmatics',
    source: 'speechmatics/speechmatics-js-sdk packages/batch-client/models',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId', 'durationSeconds', 'language'],
    write: (truth, pen) => ({
      format: '2.9',
      job: { id: truth.id, created_at: truth.startedAt, data_name: 'a.wav', duration: truth.durationSeconds },
      metadata: { type: 'transcription', transcription_config: { language: 'en', diarization: 'speaker' } },
      results: items(allWords(truth)).map((item) => ({
        type: item.mark ? 'punctuation' : 'word',
        start_time: pen.seconds(item.mark ? item.end : item.start),
        end_time: pen.seconds(item.end),
        alternatives: [{ content: item.text, confidence: 0.9, language: 'en', speaker: `S${item.person + 1}` }],
        ...(item.mark ? { attaches_to: 'previous', is_eos: true } : {}),
      })),
    }),
  },
  {
    id: 'revai',
    form: 'revai',
    source: 'revdotcom/revai-node-sdk src/models/RevAiApiTranscript.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      monologues: truth.turns.map((turn) => ({
        speaker: turn.person,
        elements: items(turnWords(turn)).flatMap((item, i) =>
          item.mark
            ? [{ type: 'punct', value: item.text }]
            : [
                ...(i === 0 ? [] : [{ type: 'punct', value: ' ' }]),
                {
                  type: 'text',
                  value: item.text,
                  ts: pen.seconds(item.start),
                  end_ts: pen.seconds(item.end),
                  confidence: 0.9,
                },
              ],
        ),
      })),
    }),
  },
  {
    id: 'gladia',
    form: 'gladia',
    source: 'gladiaio/sdk packages/sdk-js/src/v2/prerecorded/generated-types.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId', 'durationSeconds', 'language'],
    write: (truth, pen) => ({
      id: truth.id,
      kind: 'pre-recorded',
      status: 'done',
      result: {
        metadata: { audio_duration: truth.durationSeconds, number_of_distinct_channels: 1 },
        transcription: {
          full_transcript: 'x',
          languages: ['en'],
          utterances: truth.turns.map((turn) => ({
            start: pen.seconds(turnStart(turn)),
            end: pen.seconds(turnEnd(turn)),
            confidence: 0.9,
            channel: 0,
            speaker: turn.person,
            words: [],
            text: turnText(turn),
            language: 'en',
          })),
        },
      },
    }),
  },
  {
    id: 'soniox',
    form: 'soniox',
    source: 'soniox/soniox_examples speech_to_text/nodejs/soniox_async.js',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['language'],
    write: (truth, pen) => ({
      id: truth.id,
      text: 'x',
      tokens: allWords(truth).flatMap((word) => {
        const cut = Math.ceil(word.text.length / 2)
        const token = (text: string) => ({
          text,
          start_ms: pen.ms(word.start),
          end_ms: pen.ms(word.end),
          confidence: 0.9,
          speaker: String(word.person + 1),
          language: 'en',
        })
        return word.text.length > 4
          ? [token(` ${word.text.slice(0, cut)}`), token(word.text.slice(cut))]
          : [token(` ${word.text}`)]
      }),
    }),
  },
  {
    id: 'elevenlabs-scribe',
    form: 'elevenlabs',
    source: 'elevenlabs/elevenlabs-js src/api/types/SpeechToTextChunkResponseModel.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['language', 'durationSeconds'],
    write: (truth, pen) => ({
      language_code: 'eng',
      language_probability: 0.99,
      text: 'x',
      words: allWords(truth).flatMap((word) => [
        {
          text: word.text,
          type: 'word',
          start: pen.seconds(word.start),
          end: pen.seconds(word.end),
          speaker_id: `speaker_${word.person}`,
          logprob: -0.1,
        },
        {
          text: ' ',
          type: 'spacing',
          start: pen.seconds(word.end),
          end: pen.seconds(word.end),
          speaker_id: `speaker_${word.person}`,
          logprob: 0,
        },
      ]),
      audio_duration_secs: truth.durationSeconds,
    }),
  },
  {
    id: 'elevenlabs-scribe-channels',
    form: 'elevenlabs',
    source: 'elevenlabs/elevenlabs-js src/api/types/MultichannelSpeechToTextResponseModel.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) => ({
      transcripts: [0, 1].map((channel) => ({
        language_code: 'eng',
        language_probability: 0.99,
        text: 'x',
        channel_index: channel,
        words: allWords(truth)
          .filter((word) => word.person === channel)
          .map((word) => ({
            text: word.text,
            type: 'word',
            start: pen.seconds(word.start),
            end: pen.seconds(word.end),
            speaker_id: null,
            logprob: -0.1,
            channel_index: channel,
          })),
      })),
    }),
  },
  {
    id: 'ringcentral-speech',
    form: 'ringcentral-speech',
    source: 'ringcentral/ringcentral-api-docs docs/ai/speech-to-text.md',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      jobId: truth.id,
      status: 'Success',
      response: {
        speakerCount: 3,
        transcript: 'x',
        utterances: truth.turns.map((turn) => ({
          speakerId: String(turn.person),
          text: turnText(turn),
          start: pen.seconds(turnStart(turn)),
          end: pen.seconds(turnEnd(turn)),
          confidence: 0.9,
          wordTimings: [],
        })),
      },
    }),
  },
  {
    id: 'seglst',
    form: 'seglst',
    source: 'fgnt/meeteval README.md',
    speakers: 'names',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) =>
      truth.turns.map((turn) => ({
        session_id: truth.id,
        words: turnText(turn),
        speaker: truth.people[turn.person]?.name,
        start_time: pen.seconds(turnStart(turn)),
        end_time: pen.seconds(turnEnd(turn)),
      })),
  },
  {
    id: 'nemo-json',
    form: 'nemo',
    source: 'NVIDIA/NeMo examples/speaker_tasks/diarization/README.md',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) => ({
      status: 'Success',
      session_id: truth.id,
      transcription: 'x',
      speaker_count: 3,
      words: allWords(truth).map((word) => ({
        word: word.text,
        start_time: pen.seconds(word.start),
        end_time: pen.seconds(word.end),
        speaker_label: `speaker_${word.person}`,
      })),
    }),
  },
]
