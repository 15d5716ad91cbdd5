import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  hasMembers,
  idAt,
  isEpoch,
  type JsonForm,
  type JsonObject,
  listAt,
  MICROSECONDS,
  MILLISECONDS,
  member,
  objectAt,
  secondsSince,
  textAt,
  toIso,
  toPerson,
} from '../reader.ts'

const TRANSCRIPT = 17
/** Number of frames in which one with content must be. Others keep the connection. */
const LOOKED_AT = 50

/** Frames of Zoom's real-time media streams: `msg_type` 17 with a time since 1970, whose digits determine the unit. */
export const zoomRtms: JsonForm = {
  id: 'zoom-rtms',
  name: 'Zoom RTMS frames',
  recognize: (value) => findFrames(value).slice(0, LOOKED_AT).some(isFrame),
  isPart: (value) => typeof objectAt({ value }, 'value')?.msg_type === 'number',
  read(value) {
    const draft = createDraft('zoom-rtms')
    let zero: number | undefined
    for (const [frame, at] of entries(findFrames(value), '')) {
      if (member(frame, 'msg_type') !== TRANSCRIPT) {
        draft.omit('frames that are not transcript')
        continue
      }
      const content = objectAt(frame, 'content')
      const source = content ?? frame
      const instant = readInstant(source, at)
      zero ??= instant
      const text = content === undefined ? textAt(frame, 'content') : textAt(content, 'data')
      const speaker = toPerson({ id: idAt(source, 'user_id'), name: textAt(source, 'user_name') })
      draft.add({ speaker, start: secondsSince(zero, instant, `${at}/timestamp`), text: text ?? '' }, { pointer: at })
    }
    return draft.finish({ startedAt: toIso(zero) })
  },
}

function findFrames(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return listAt(value, 'frames') ?? (isFrame(value) ? [value] : [])
}

const isFrame = (value: unknown): boolean =>
  hasMembers(value, 'msg_type', 'content') && Number.isInteger(value.msg_type)

function readInstant(source: JsonObject, at: string): number {
  const value = member(source, 'timestamp')
  for (const scale of [MILLISECONDS, MICROSECONDS]) if (isEpoch(value, scale)) return (Number(value) / scale) * 1000
  throw new TranscriptFault('A time must be milliseconds or microseconds since 1970.', { pointer: `${at}/timestamp` })
}
