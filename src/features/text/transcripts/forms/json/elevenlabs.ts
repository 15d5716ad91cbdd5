import type { Speaker } from '../../model.ts'
import {
  addTokens,
  createDraft,
  type Draft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isObject,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  numberAt,
  SECONDS,
  spokenAt,
  type Token,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * ElevenLabs Scribe: `words` of the types word, spacing and audio event, in seconds. With several channels, each has a
 * transcript of its own.
 */
export const elevenlabs: JsonForm = {
  id: 'elevenlabs',
  name: 'ElevenLabs Scribe',
  recognize: (value) => isScribe(value) || isScribe(firstEntry(listAt(value, 'transcripts'))),
  read(value) {
    const draft = createDraft('elevenlabs')
    const channels = listAt(value, 'transcripts')
    if (channels === undefined) readWords(draft, value as JsonObject, '', undefined)
    else {
      for (const [channel, at, index] of entries(channels, '/transcripts')) {
        const number = numberAt(channel, 'channel_index') ?? index
        readWords(draft, channel, at, { id: String(number), name: `Channel ${number + 1}` })
      }
    }
    const first = channels === undefined ? value : channels[0]
    return draft.finish(
      {
        externalId: idAt(value, 'transcription_id'),
        durationSeconds: numberAt(first, 'audio_duration_secs'),
        language: toLanguage(textAt(first, 'language_code')),
      },
      { sorted: channels !== undefined },
    )
  },
}

function isScribe(value: unknown): boolean {
  return (
    isObject(value) &&
    hasMembers(value, 'language_code', 'words') &&
    hasMembers(firstEntry(listAt(value, 'words')), 'text', 'type')
  )
}

function readWords(draft: Draft, transcript: JsonObject, at: string, channel: Speaker | undefined): void {
  const tokens: Token[] = []
  for (const [word, pointer] of entries(listAt(transcript, 'words') ?? [], `${at}/words`)) {
    const type = textAt(word, 'type')
    if (type === 'audio_event') draft.omit('sounds')
    if (type !== 'word') continue
    tokens.push({
      text: spokenAt(word, 'text', pointer),
      start: timeAt(word, 'start', pointer, SECONDS),
      end: timeAt(word, 'end', pointer, SECONDS),
      speaker: channel ?? toVoice(member(word, 'speaker_id')),
    })
  }
  addTokens(draft, tokens, `${at}/words`)
}
