import type { Sample } from './sample.ts'
import { awsItem, googleTime, items } from './speech-words.ts'
import { allWords, turnEnd, turnStart, turnText, turnWords } from './truth.ts'

export const SPEECH_SAMPLES_2: readonly Sample[] = [
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
]
