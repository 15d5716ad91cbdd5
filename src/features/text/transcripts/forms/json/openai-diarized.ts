import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  type JsonForm,
  listAt,
  numberAt,
  requiredList,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/** OpenAI `diarized_json`: segments of type `transcript.text.segment`, in seconds. */
export const openaiDiarized: JsonForm = {
  id: 'openai-diarized',
  name: 'OpenAI diarized JSON',
  recognize: (value) => textAt(firstEntry(listAt(value, 'segments')), 'type') === 'transcript.text.segment',
  read(value) {
    const draft = createDraft('openai-diarized')
    const [segments, at] = requiredList(value, 'segments')
    for (const [unit, pointer] of entries(segments, at)) {
      const [start, end] = [timeAt(unit, 'start', pointer, SECONDS), timeAt(unit, 'end', pointer, SECONDS)]
      draft.add({ speaker: toVoice(unit.speaker), start, end, text: spokenAt(unit, 'text', pointer) }, { pointer })
    }
    const language = hasMembers(value, 'language') ? toLanguage(value.language) : undefined
    return draft.finish({ durationSeconds: numberAt(value, 'duration'), language })
  },
}
