/** JSON values that contain several conversations: lists of the transcripts that one product exports. */
import type { JsonPart } from './form.ts'
import { JSON_FORMS } from './json-forms.ts'
import { isObject, member } from './json-value.ts'
import { isVcon } from './read-vcon.ts'

/** Members with lists of conversations in responses of products. */
const LISTS = [
  ...['results', 'items', 'data', 'calls', 'meetings', 'transcripts', 'conversations', 'recordings', 'records'],
  ...['transcriptions', 'value'],
]
/** Members that contain an object with such a list. */
const WRAPPERS = ['data', 'result', 'response', 'body', 'payload', 'output', 'content']
const DEPTH_MAX = 3

/**
 * Conversations of a value that has several, each with its pointer.
 * @returns undefined if the value is one conversation, or no list of conversations
 */
export function splitJson(value: unknown, pointer = '', depth = 0): readonly JsonPart[] | undefined {
  const forms = JSON_FORMS.filter((form) => form.recognize(value))
  const [form] = forms
  if (form !== undefined) {
    const parts = forms.length === 1 ? form.split?.(value) : undefined
    if (parts !== undefined) return parts.map((part) => ({ ...part, pointer: `${pointer}${part.pointer}` }))
  }
  if (Array.isArray(value)) return splitList(value, pointer)
  if (form !== undefined || !isObject(value) || depth >= DEPTH_MAX) return undefined
  const lists = LISTS.flatMap((key) => {
    const items = member(value, key)
    const parts = Array.isArray(items) ? splitList(items, `${pointer}/${key}`) : undefined
    return parts === undefined ? [] : [parts]
  })
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined
  for (const key of WRAPPERS) {
    const inner = member(value, key)
    const parts = isObject(inner) ? splitJson(inner, `${pointer}/${key}`, depth + 1) : undefined
    if (parts !== undefined) return parts
  }
  return undefined
}

/** Entries that are conversations of one form. Entries that are parts of one conversation, such as events, aren't. */
function splitList(items: readonly unknown[], pointer: string): readonly JsonPart[] | undefined {
  // The first entry decides, so that a long list isn't compared with all forms.
  const [first] = items
  const isSame = findForm(first)
  return isSame !== undefined && items.every((item) => isObject(item) && isSame(item))
    ? items.map((value, index) => ({ value, pointer: `${pointer}/${index}` }))
    : undefined
}

/** Test of the form of a conversation. Undefined if the value has no form, or is a part of a conversation. */
function findForm(value: unknown): ((value: unknown) => boolean) | undefined {
  if (!isObject(value)) return undefined
  if (isVcon(value)) return isVcon
  const [form, other] = JSON_FORMS.filter((each) => each.recognize(value))
  if (form === undefined) return isPlain(value) ? isPlain : undefined
  if (other !== undefined || form.isPart?.(value) === true) return undefined
  return (each) => form.recognize(each) && form.isPart?.(each) !== true
}

const isPlain = (value: unknown): boolean =>
  isObject(value) && (Array.isArray(member(value, 'final')) || Array.isArray(member(value, 'segments')))
