import {
  asObject,
  createDraft,
  entries,
  firstEntry,
  flagAt,
  hasMembers,
  type JsonForm,
  listAt,
  MILLISECONDS,
  member,
  objectAt,
  requiredList,
  spokenAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * whisper.cpp: `transcription` with `offsets` in milliseconds. `speaker_turn_next` says that another person speaks next,
 * but not who, so it is only counted.
 */
export const whisperCpp: JsonForm = {
  id: 'whisper-cpp',
  name: 'whisper.cpp JSON',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'transcription')), 'offsets', 'text'),
  read(value) {
    const draft = createDraft('whisper-cpp')
    const [items, list] = requiredList(value, 'transcription')
    for (const [unit, at] of entries(items, list)) {
      const offsets = asObject(member(unit, 'offsets'), `${at}/offsets`)
      const start = timeAt(offsets, 'from', `${at}/offsets`, MILLISECONDS)
      const end = timeAt(offsets, 'to', `${at}/offsets`, MILLISECONDS)
      if (flagAt(unit, 'speaker_turn_next') === true) draft.omit('changes of a speaker without a name')
      draft.add(
        { speaker: toVoice(member(unit, 'speaker')), start, end, text: spokenAt(unit, 'text', at) },
        { pointer: at },
      )
    }
    return draft.finish({ language: toLanguage(objectAt(value, 'result')?.language) })
  },
}
