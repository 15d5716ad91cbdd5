/** Samples of speech recognizers. */
import type { Pen } from './pen.ts'
import type { Sample } from './sample.ts'
import {
  allWords,
  sentenceWords,
  type Truth,
  type TruthWord,
  turnEnd,
  turnStart,
  turnText,
  turnWords,
} from './truth.ts'

const LETTERS = ['A', 'B', 'C']
const bare = (word: string) => word.replace(/[^\p{L}\p{N}'’]/gu, '').toLowerCase()
const cues = (truth: Truth) =>
  truth.turns.flatMap((turn) => turn.sentences.map((each) => ({ ...each, person: turn.person })))

/** Words and punctuation as separate items. */
const items = (words: readonly TruthWord[]) =>
  words.flatMap((word) => {
    const mark = /[.,?!]$/.exec(word.text)?.[0]
    return mark === undefined
      ? [{ ...word, mark: false }]
      : [
          { ...word, text: word.text.slice(0, -1), mark: false },
          { ...word, text: mark, mark: true },
        ]
  })

const deepgramWord = (pen: Pen) => (word: TruthWord) => ({
  word: bare(word.text),
  start: pen.seconds(word.start),
  end: pen.seconds(word.end),
  confidence: 0.98,
  speaker: word.person,
  speaker_confidence: 0.7,
  punctuated_word: word.text,
})
const deepgramMeta = (truth: Truth) => ({
  transaction_key: 'deprecated',
  request_id: truth.id,
  sha256: 'f00d',
  created: truth.startedAt,
  duration: truth.durationSeconds,
  channels: 1,
})
const whisperSegment = (pen: Pen) => (each: { text: string; start: number; end: number }, id: number) => ({
  id,
  seek: 0,
  start: pen.seconds(each.start),
  end: pen.seconds(each.end),
  text: ` ${each.text}`,
  tokens: [50364, 220],
  temperature: 0,
  avg_logprob: -0.21,
  compression_ratio: 1.4,
  no_speech_prob: 0.01,
})
const awsItem = (pen: Pen) => (item: { text: string; start: number; end: number; mark: boolean }) =>
  item.mark
    ? { type: 'punctuation', alternatives: [{ confidence: '0.0', content: item.text }] }
    : {
        type: 'pronunciation',
        start_time: String(pen.seconds(item.start)),
        end_time: String(pen.seconds(item.end)),
        alternatives: [{ confidence: '0.99', content: item.text }],
      }
const googleTime = (pen: Pen, seconds: number) => `${pen.seconds(seconds).toFixed(3)}s`
const OPENAI = 'openai/openai-openapi openapi.yaml'

export const SPEECH_SAMPLES: readonly Sample[] = [
  {
    id: 'openai-verbose',
    form: 'whisper',
    source: `${OPENAI} CreateTranscriptionResponseVerboseJson`,
    speakers: 'none',
    times: 'both',
    numeric: true,
    head: ['language', 'durationSeconds'],
    write: (truth, pen) => ({
      task: 'transcribe',
      language: 'english',
      duration: truth.durationSeconds,
      text: cues(truth)
        .map((each) => each.text)
        .join(' '),
      segments: cues(truth).map(whisperSegment(pen)),
    }),
  },
  {
    id: 'openai-diarized',
    form: 'openai-diarized',
    source: `${OPENAI} CreateTranscriptionResponseDiarizedJson`,
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['durationSeconds'],
    write: (truth, pen) => ({
      task: 'transcribe',
      duration: truth.durationSeconds,
      text: cues(truth)
        .map((each) => each.text)
        .join(' '),
      segments: cues(truth).map((each, i) => ({
        type: 'transcript.text.segment',
        id: `seg_${i}`,
        start: pen.seconds(each.start),
        end: pen.seconds(each.end),
        text: each.text,
        speaker: LETTERS[each.person],
      })),
    }),
  },
  {
    id: 'whisper-reference',
    form: 'whisper',
    source: 'openai/whisper whisper/utils.py',
    speakers: 'none',
    times: 'both',
    numeric: true,
    head: ['language'],
    write: (truth, pen) => ({
      text: cues(truth)
        .map((each) => each.text)
        .join(' '),
      segments: cues(truth).map((each, i) => ({
        ...whisperSegment(pen)(each, i),
        words: sentenceWords(each, each.person).map((word) => ({
          word: ` ${word.text}`,
          start: pen.seconds(word.start),
          end: pen.seconds(word.end),
          probability: 0.9,
        })),
      })),
      language: 'en',
    }),
  },
  {
    id: 'faster-whisper-list',
    form: 'whisper',
    source: 'SYSTRAN/faster-whisper faster_whisper/transcribe.py',
    speakers: 'none',
    times: 'both',
    numeric: true,
    write: (truth, pen) => cues(truth).map(whisperSegment(pen)),
  },
  {
    id: 'whisperx',
    form: 'whisperx',
    source: 'm-bain/whisperX whisperx/schema.py',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['language'],
    write: (truth, pen) => {
      const word = (each: TruthWord) => ({
        word: each.text,
        start: pen.seconds(each.start),
        end: pen.seconds(each.end),
        score: 0.83,
        speaker: `SPEAKER_0${each.person}`,
      })
      return {
        segments: cues(truth).map((each) => ({
          start: pen.seconds(each.start),
          end: pen.seconds(each.end),
          text: ` ${each.text}`,
          words: sentenceWords(each, each.person).map(word),
          speaker: `SPEAKER_0${each.person}`,
        })),
        word_segments: allWords(truth).map(word),
        language: 'en',
      }
    },
  },
  {
    id: 'whisperx-two-voices-in-a-segment',
    form: 'whisperx',
    source: 'm-bain/whisperX whisperx/diarize.py',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      segments: [
        {
          start: pen.seconds(1.2),
          end: pen.seconds(truth.durationSeconds),
          text: ' everything',
          words: allWords(truth).map((each) => ({
            word: each.text,
            start: pen.seconds(each.start),
            end: pen.seconds(each.end),
            score: 0.83,
            speaker: `SPEAKER_0${each.person}`,
          })),
          speaker: 'SPEAKER_00',
        },
      ],
      word_segments: [],
    }),
  },
  {
    id: 'whisper-cpp',
    form: 'whisper-cpp',
    source: 'ggml-org/whisper.cpp examples/cli/cli.cpp output_json',
    speakers: 'none',
    times: 'both',
    numeric: true,
    head: ['language'],
    write: (truth, pen) => ({
      systeminfo: 'AVX = 1',
      model: { type: 'base' },
      params: { model: 'ggml-base.bin' },
      result: { language: 'en' },
      transcription: cues(truth).map((each) => ({
        timestamps: { from: pen.clock(each.start, 3, ','), to: pen.clock(each.end, 3, ',') },
        offsets: { from: pen.ms(each.start), to: pen.ms(each.end) },
        text: ` ${each.text}`,
      })),
    }),
  },
  {
    id: 'deepgram-utterances',
    form: 'deepgram',
    source: 'deepgram/deepgram-api-specs openapi.yml ListenV1Response',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId', 'durationSeconds', 'startedAt'],
    write: (truth, pen) => ({
      metadata: deepgramMeta(truth),
      results: {
        channels: [
          { alternatives: [{ transcript: 'x', confidence: 0.98, words: allWords(truth).map(deepgramWord(pen)) }] },
        ],
        utterances: truth.turns.map((turn, i) => ({
          start: pen.seconds(turnStart(turn)),
          end: pen.seconds(turnEnd(turn)),
          confidence: 0.97,
          channel: 0,
          transcript: turnText(turn),
          words: turnWords(turn).map(deepgramWord(pen)),
          speaker: turn.person,
          id: `u-${i}`,
        })),
      },
    }),
  },
  {
    id: 'deepgram-words',
    form: 'deepgram',
    source: 'deepgram/deepgram-api-specs openapi.yml ListenV1Response',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['durationSeconds'],
    write: (truth, pen) => ({
      metadata: deepgramMeta(truth),
      results: {
        channels: [
          { alternatives: [{ transcript: 'x', confidence: 0.98, words: allWords(truth).map(deepgramWord(pen)) }] },
        ],
      },
    }),
  },
  {
    id: 'deepgram-two-channels',
    form: 'deepgram',
    source: 'deepgram/deepgram-api-specs openapi.yml ListenV1Response',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) => ({
      metadata: deepgramMeta(truth),
      results: {
        channels: [0, 1].map((channel) => ({
          alternatives: [
            {
              transcript: 'x',
              confidence: 0.98,
              words: allWords(truth)
                .filter((word) => word.person === channel)
                .map((word) => ({ ...deepgramWord(pen)(word), speaker: 0 })),
              paragraphs: {
                transcript: 'x',
                paragraphs: truth.turns
                  .filter((turn) => turn.person === channel)
                  .map((turn) => ({
                    num_words: turnWords(turn).length,
                    start: pen.seconds(turnStart(turn)),
                    end: pen.seconds(turnEnd(turn)),
                    sentences: [],
                  })),
              },
            },
          ],
        })),
      },
    }),
  },
  {
    id: 'assemblyai-utterances',
    form: 'assemblyai',
    source: 'AssemblyAI/assemblyai-node-sdk src/types/openapi.generated.ts',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId', 'durationSeconds', 'language'],
    write: (truth, pen) => {
      const word = (each: TruthWord) => ({
        text: each.text,
        start: pen.ms(each.start),
        end: pen.ms(each.end),
        confidence: 0.9,
        speaker: LETTERS[each.person],
      })
      return {
        id: truth.id,
        language_code: 'en_us',
        audio_url: 'https://files.example/a.mp3',
        status: 'completed',
        text: 'x',
        words: allWords(truth).map(word),
        utterances: truth.turns.map((turn) => ({
          confidence: 0.9,
          start: pen.ms(turnStart(turn)),
          end: pen.ms(turnEnd(turn)),
          text: turnText(turn),
          speaker: LETTERS[turn.person],
          words: turnWords(turn).map(word),
        })),
        audio_duration: truth.durationSeconds,
      }
    },
  },
  {
    id: 'assemblyai-words',
    form: 'assemblyai',
    source: 'AssemblyAI/assemblyai-node-sdk src/types/openapi.generated.ts',
    speakers: 'none',
    times: 'both',
    numeric: true,
    head: ['durationSeconds'],
    write: (truth, pen) => ({
      id: truth.id,
      status: 'completed',
      audio_url: 'https://files.example/a.mp3',
      text: 'x',
      words: allWords(truth).map((each) => ({
        text: each.text,
        start: pen.ms(each.start),
        end: pen.ms(each.end),
        confidence: 0.9,
        speaker: null,
      })),
      utterances: null,
      audio_duration: truth.durationSeconds,
    }),
  },
  {
    id: 'aws-speaker-labels',
    form: 'aws-transcribe',
    source: 'aws-samples/amazon-transcribe-output-word-document python/ts-to-word.py',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) => ({
      jobName: truth.id,
      accountId: '123456789012',
      status: 'COMPLETED',
      results: {
        transcripts: [{ transcript: 'x' }],
        speaker_labels: {
          channel_label: 'ch_0',
          speakers: 3,
          segments: truth.turns.map((turn) => ({
            start_time: String(pen.seconds(turnStart(turn))),
            end_time: String(pen.seconds(turnEnd(turn))),
            speaker_label: `spk_${turn.person}`,
            items: turnWords(turn).map((word) => ({
              start_time: String(pen.seconds(word.start)),
              end_time: String(pen.seconds(word.end)),
              speaker_label: `spk_${turn.person}`,
            })),
          })),
        },
        items: items(allWords(truth)).map(awsItem(pen)),
      },
    }),
  },
  {
    id: 'aws-channel-labels',
    form: 'aws-transcribe',
    source: 'aws-samples/amazon-transcribe-output-word-document python/ts-to-word.py',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) => ({
      jobName: truth.id,
      status: 'COMPLETED',
      results: {
        transcripts: [{ transcript: 'x' }],
        channel_labels: {
          number_of_channels: 2,
          channels: [0, 1].map((channel) => ({
            channel_label: `ch_${channel}`,
            items: items(allWords(truth).filter((word) => word.person === channel)).map(awsItem(pen)),
          })),
        },
        items: items(allWords(truth)).map(awsItem(pen)),
      },
    }),
  },
  {
    id: 'aws-call-analytics',
    form: 'aws-call-analytics',
    source: 'aws-samples/amazon-transcribe-output-word-document sample-data/example-call.json',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId', 'durationSeconds', 'language'],
    write: (truth, pen) => ({
      JobName: truth.id,
      JobStatus: 'COMPLETED',
      LanguageCode: 'en-US',
      Channel: 'VOICE',
      Participants: [{ ParticipantRole: 'AGENT' }, { ParticipantRole: 'CUSTOMER' }],
      ConversationCharacteristics: { TotalConversationDurationMillis: truth.durationSeconds * 1000 },
      Transcript: truth.turns.map((turn, i) => ({
        Id: `t-${i}`,
        ParticipantRole: turn.person === 0 ? 'AGENT' : 'CUSTOMER',
        Content: turnText(turn),
        BeginOffsetMillis: pen.ms(turnStart(turn)),
        EndOffsetMillis: pen.ms(turnEnd(turn)),
        Items: [],
        Sentiment: 'NEUTRAL',
        LoudnessScores: [70],
      })),
    }),
  },
  {
    id: 'contact-lens',
    form: 'contact-lens',
    source: 'docs.aws.amazon.com/connect contact-lens-example-output-files',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) => ({
      Version: '1.1.0',
      AccountId: '123456789012',
      Channel: 'VOICE',
      ContentMetadata: { Output: 'Raw' },
      CustomerMetadata: { ContactId: truth.id },
      LanguageCode: 'en-US',
      Participants: [
        { ParticipantId: 'a1', ParticipantRole: 'AGENT' },
        { ParticipantId: 'c1', ParticipantRole: 'CUSTOMER' },
      ],
      Transcript: truth.turns.map((turn, i) => ({
        Id: `t-${i}`,
        ParticipantId: turn.person === 0 ? 'a1' : 'c1',
        Content: turnText(turn),
        BeginOffsetMillis: pen.ms(turnStart(turn)),
        EndOffsetMillis: pen.ms(turnEnd(turn)),
        Sentiment: 'NEUTRAL',
      })),
    }),
  },
  {
    id: 'contact-lens-segments',
    form: 'contact-lens-segments',
    source: 'aws/aws-sdk-js apis/connect-contact-lens-2020-08-21.normal.json',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) => ({
      Segments: truth.turns.flatMap((turn, i) => [
        {
          Transcript: {
            Id: `t-${i}`,
            ParticipantId: `p${turn.person}`,
            ParticipantRole: turn.person === 0 ? 'AGENT' : 'CUSTOMER',
            Content: turnText(turn),
            BeginOffsetMillis: pen.ms(turnStart(turn)),
            EndOffsetMillis: pen.ms(turnEnd(turn)),
            Sentiment: 'NEUTRAL',
          },
        },
        ...(i === 2 ? [{ Categories: { MatchedCategories: ['price'] } }] : []),
      ]),
    }),
  },
  {
    id: 'google-v1-diarized',
    form: 'google-speech',
    source: 'googleapis/googleapis google/cloud/speech/v1/cloud_speech.proto',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      response: {
        '@type': 'type.googleapis.com/google.cloud.speech.v1.LongRunningRecognizeResponse',
        results: [
          ...truth.turns.map((turn) => ({
            alternatives: [
              {
                transcript: turnText(turn),
                confidence: 0.9,
                words: turnWords(turn).map((word) => ({
                  startTime: googleTime(pen, word.start),
                  endTime: googleTime(pen, word.end),
                  word: word.text,
                })),
              },
            ],
            resultEndTime: googleTime(pen, turnEnd(turn)),
            languageCode: 'en-us',
          })),
          {
            alternatives: [
              {
                words: allWords(truth).map((word) => ({
                  startTime: googleTime(pen, word.start),
                  endTime: googleTime(pen, word.end),
                  word: word.text,
                  speakerTag: word.person + 1,
                })),
              },
            ],
          },
        ],
      },
    }),
  },
  {
    id: 'google-v2',
    form: 'google-speech',
    source: 'googleapis/googleapis google/cloud/speech/v2/cloud_speech.proto',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      results: truth.turns.map((turn) => ({
        alternatives: [
          {
            transcript: turnText(turn),
            confidence: 0.9,
            words: turnWords(turn).map((word) => ({
              startOffset: googleTime(pen, word.start),
              endOffset: googleTime(pen, word.end),
              word: word.text,
              speakerLabel: String(word.person + 1),
            })),
          },
        ],
        resultEndOffset: googleTime(pen, turnEnd(turn)),
        languageCode: 'en-US',
      })),
    }),
  },
  {
    id: 'google-v2-batch',
    form: 'google-speech',
    source: 'googleapis/googleapis google/cloud/speech/v2/cloud_speech.proto BatchRecognizeFileResult',
    speakers: 'none',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      results: {
        'gs://bucket/call.wav': {
          transcript: {
            results: truth.turns.map((turn) => ({
              alternatives: [
                {
                  transcript: turnText(turn),
                  confidence: 0.9,
                  words: turnWords(turn).map((word) => ({
                    startOffset: googleTime(pen, word.start),
                    endOffset: googleTime(pen, word.end),
                    word: word.text,
                  })),
                },
              ],
              resultEndOffset: googleTime(pen, turnEnd(turn)),
              languageCode: 'en-US',
            })),
          },
        },
      },
    }),
  },
  {
    id: 'azure-batch-ms',
    form: 'azure-batch',
    source: 'Azure-Samples/cognitive-services-speech-sdk samples/batch/transcriptionresult_v2024-11-15.schema.json',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['durationSeconds', 'language'],
    write: (truth, pen) => ({
      source: 'https://files.example/a.wav',
      timestamp: truth.startedAt,
      durationMilliseconds: truth.durationSeconds * 1000,
      combinedRecognizedPhrases: [{ channel: 0, display: 'x' }],
      recognizedPhrases: truth.turns.map((turn) => ({
        recognitionStatus: 'Success',
        channel: 0,
        speaker: turn.person + 1,
        locale: 'en-US',
        offset: 'PT1S',
        duration: 'PT1S',
        offsetInTicks: pen.ticks(turnStart(turn)),
        durationInTicks: pen.ticks(turnEnd(turn) - turnStart(turn)),
        offsetMilliseconds: pen.ms(turnStart(turn)),
        durationMilliseconds: pen.ms(turnEnd(turn) - turnStart(turn)),
        nBest: [{ confidence: 0.9, lexical: 'x', itn: 'x', maskedITN: 'x', display: turnText(turn) }],
      })),
    }),
  },
  {
    id: 'azure-batch-ticks',
    form: 'azure-batch',
    source: 'Azure-Samples/cognitive-services-speech-sdk samples/batch/csharp/batchclient/dto',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) => ({
      source: 'https://files.example/a.wav',
      timestamp: truth.startedAt,
      durationInTicks: truth.durationSeconds * 1e7,
      combinedRecognizedPhrases: [],
      recognizedPhrases: truth.turns.map((turn) => ({
        recognitionStatus: 'Success',
        channel: 0,
        speaker: turn.person + 1,
        offset: 'PT1S',
        duration: 'PT1S',
        offsetInTicks: pen.ticks(turnStart(turn)),
        durationInTicks: pen.ticks(turnEnd(turn) - turnStart(turn)),
        nBest: [{ display: turnText(turn) }],
      })),
    }),
  },
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
