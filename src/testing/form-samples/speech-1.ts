import type { Sample } from './sample.ts'
import { cues, deepgramMeta, deepgramWord, LETTERS, OPENAI, whisperSegment } from './speech-words.ts'
import { allWords, sentenceWords, type TruthWord, turnEnd, turnStart, turnText, turnWords } from './truth.ts'

export const SPEECH_SAMPLES_1: readonly Sample[] = [
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
]
