import type { Speaker, Word } from '../../model.ts'
import {
  addTokens,
  asArray,
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  type JsonForm,
  type JsonObject,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * AssemblyAI: `utterances`, or `words` without speaker labels, in milliseconds. `audio_duration` is in seconds. A bare
 * list of utterances has words with a confidence, which Grain and hand-made lists don't have.
 */
export const assemblyai: JsonForm = {
  id: 'assemblyai',
  name: 'AssemblyAI',
  recognize(value) {
    if (Array.isArray(value)) return isUtterance(firstEntry(value))
    if (hasMembers(value, 'audio_url', 'words') || hasMembers(value, 'audio_duration', 'words')) return true
    return hasAny(value, 'utterances') && isUtterance(firstEntry(listAt(value, 'utterances')))
  },
  read(value) {
    const draft = createDraft('assemblyai')
    const utterances = Array.isArray(value) ? value : (listAt(value, 'utterances') ?? [])
    for (const [unit, at] of entries(utterances, Array.isArray(value) ? '' : '/utterances')) {
      draft.add(
        {
          speaker: readVoice(unit),
          start: timeAt(unit, 'start', at, MILLISECONDS),
          end: timeAt(unit, 'end', at, MILLISECONDS),
          text: spokenAt(unit, 'text', at),
          words: readWords(listAt(unit, 'words') ?? [], `${at}/words`),
        },
        { pointer: at },
      )
    }
    const words = listAt(value, 'words')
    if (utterances.length === 0 && words !== undefined) {
      const tokens = [...entries(asArray(words, '/words'), '/words')].map(([word, at]) => ({
        text: spokenAt(word, 'text', at),
        start: timeAt(word, 'start', at, MILLISECONDS),
        end: timeAt(word, 'end', at, MILLISECONDS),
        speaker: readVoice(word),
      }))
      addTokens(draft, tokens, '/words')
    }
    return draft.finish({
      externalId: idAt(value, 'id'),
      durationSeconds: numberAt(value, 'audio_duration'),
      language: toLanguage(textAt(value, 'language_code')),
      mediaUrl: textAt(value, 'audio_url'),
    })
  },
}

function isUtterance(unit: JsonObject): boolean {
  const word = firstEntry(listAt(unit, 'words'))
  return (
    hasMembers(unit, 'confidence', 'start', 'end', 'text') &&
    hasMembers(word, 'confidence', 'text', 'start') &&
    !hasAny(unit, 'language')
  )
}

/** A voice is a speaker letter, or a channel if the source has only channels. */
function readVoice(unit: JsonObject): Speaker {
  const speaker = member(unit, 'speaker')
  const channel = member(unit, 'channel')
  if (speaker === null || speaker === undefined) {
    return typeof channel === 'string' ? { id: channel, name: `Channel ${channel}` } : toVoice(undefined)
  }
  return toVoice(speaker)
}

function readWords(words: readonly unknown[], at: string): Word[] {
  return [...entries(words, at)].map(([word, place]) => ({
    text: spokenAt(word, 'text', place),
    startTimestamp: timeAt(word, 'start', place, MILLISECONDS),
    endTimestamp: timeAt(word, 'end', place, MILLISECONDS),
  }))
}
