import type { Segment, Speaker, Word } from '../../model.ts'
import { readDeepgram as readChannels } from '../deepgram.ts'
import {
  asArray,
  createDraft,
  entries,
  idAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  numberAt,
  objectAt,
  SECONDS,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * Deepgram: `results.utterances`, otherwise the paragraphs or words of `results.channels`, in seconds. Speakers are
 * numbered per channel, so a voice is the channel and its number.
 */
export const deepgram: JsonForm = {
  id: 'deepgram',
  name: 'Deepgram',
  recognize: (value) => listAt(value, 'results', 'channels') !== undefined,
  read(value) {
    const draft = createDraft('deepgram')
    const body = value as JsonObject
    const channels = listAt(value, 'results', 'channels') ?? []
    const utterances = listAt(value, 'results', 'utterances')
    if (utterances !== undefined && utterances.length > 0) {
      for (const [unit, at] of entries(utterances, '/results/utterances')) {
        const words = readWords(unit, at)
        draft.add(
          {
            speaker: voiceIn(channels.length > 1 ? numberAt(unit, 'channel') : undefined, member(unit, 'speaker')),
            start: timeAt(unit, 'start', at, SECONDS),
            end: timeAt(unit, 'end', at, SECONDS),
            text: textAt(unit, 'transcript') ?? '',
            ...(words ? { words } : {}),
          },
          { pointer: at },
        )
      }
    } else {
      for (const segment of readByChannel(body, channels)) draft.add(segment, { pointer: '/results/channels' })
    }
    const first = objectAt({ first: channels[0] }, 'first')
    return draft.finish(
      {
        externalId: idAt(value, 'metadata', 'request_id'),
        startedAt: isoAt(value, 'metadata', 'created'),
        durationSeconds: numberAt(value, 'metadata', 'duration'),
        language: toLanguage(first === undefined ? undefined : member(first, 'detected_language')),
      },
      { sorted: true },
    )
  },
}

/** Segments of all channels. With several channels, a speaker has the number of the channel too. */
function readByChannel(body: JsonObject, channels: readonly unknown[]): Segment[] {
  if (channels.length === 1) return readChannels(body, '', []).segments
  return channels.flatMap((channel, index) => {
    const alone = { results: { channels: [channel] } }
    return readChannels(alone, '', []).segments.map((segment) => ({
      ...segment,
      speaker: voiceIn(index, segment.speaker.id === undefined ? undefined : Number(segment.speaker.id)),
    }))
  })
}

/** Voice of a speaker number in a channel. Channels count from 0. */
export function voiceIn(channel: number | undefined, speaker: unknown): Speaker {
  if (channel === undefined) return toVoice(speaker)
  const name = `Channel ${channel + 1}`
  return typeof speaker === 'number' && speaker > 0
    ? { id: `${channel}-${speaker}`, name: `${name}, speaker ${speaker + 1}` }
    : { id: String(channel), name }
}

function readWords(unit: JsonObject, at: string): Word[] | undefined {
  const words = listAt(unit, 'words')
  if (words === undefined || words.length === 0) return undefined
  return [...entries(asArray(words, `${at}/words`), `${at}/words`)].map(([word, place]) => ({
    text: textAt(word, 'punctuated_word') ?? textAt(word, 'word') ?? '',
    startTimestamp: timeAt(word, 'start', place, SECONDS),
    endTimestamp: timeAt(word, 'end', place, SECONDS),
  }))
}
