import {
  addTokens,
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  member,
  requiredList,
  SECONDS,
  spokenAt,
  timeAt,
  toVoice,
} from '../reader.ts'

/** NVIDIA NeMo with speakers: words in seconds with `speaker_label`. `transcription` repeats the text. */
export const nemo: JsonForm = {
  id: 'nemo',
  name: 'NVIDIA NeMo',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(value, 'words')), 'word', 'start_time', 'end_time', 'speaker_label'),
  read(value) {
    const draft = createDraft('nemo')
    const [items, list] = requiredList(value, 'words')
    const tokens = [...entries(items, list)].map(([word, at]) => ({
      text: spokenAt(word, 'word', at),
      start: timeAt(word, 'start_time', at, SECONDS),
      end: timeAt(word, 'end_time', at, SECONDS),
      speaker: toVoice(member(word, 'speaker_label')),
    }))
    addTokens(draft, tokens, list)
    return draft.finish({ externalId: idAt(value, 'session_id') })
  },
}
