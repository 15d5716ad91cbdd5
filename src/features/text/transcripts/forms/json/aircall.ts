import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  objectAt,
  roleSide,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toSpeakerTable,
} from '../reader.ts'

/** Aircall: utterances in seconds with the side of the speaker. */
export const aircall: JsonForm = {
  id: 'aircall',
  name: 'Aircall transcription',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(root(value), 'content', 'utterances')), 'participant_type', 'text', 'start_time'),
  read(value) {
    const draft = createDraft('aircall')
    const call = root(value)
    const users = toSpeakerTable(listAt(value, 'users'), ['id'], (user) => ({
      name: textAt(user, 'name'),
      email: textAt(user, 'email'),
      internal: true,
    }))
    for (const [unit, at] of entries(
      listAt(call, 'content', 'utterances') ?? [],
      '/transcription/content/utterances',
    )) {
      const [start, end] = [timeAt(unit, 'start_time', at, SECONDS), timeAt(unit, 'end_time', at, SECONDS)]
      const user = users.get(idAt(unit, 'user_id') ?? '')
      draft.add({ speaker: user ?? toSide(unit), start, end, text: spokenAt(unit, 'text', at) }, { pointer: at })
    }
    return draft.finish({
      externalId: idAt(call, 'call_id'),
      startedAt: isoAt(call, 'call_created_at'),
      language: toLanguage(textAt(call, 'content', 'language')),
    })
  },
}

/** Side of a speaker without a name. Its ID is the user or the telephone number. */
function toSide(unit: JsonObject) {
  const side = textAt(unit, 'participant_type')
  const internal = roleSide(side)
  const id = idAt(unit, 'user_id') ?? textAt(unit, 'phone_number')
  const name = internal === true ? 'Agent' : internal === false ? 'Customer' : (side ?? '')
  return { ...(id ? { id } : {}), name, ...(internal === undefined ? {} : { internal }) }
}

const root = (value: unknown) => objectAt(value, 'transcription') ?? objectAt({ value }, 'value')
