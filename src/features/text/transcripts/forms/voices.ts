/** Speakers of the forms: names, numbers of a recognizer, roles and people of the same document. */
import type { Party, Speaker } from '../model.ts'
import { isObject, type JsonObject, member } from './json-value.ts'
import { idAt, textAt } from './members.ts'

export const NOBODY: Speaker = { name: '' }

/** Labels of recognizers for a voice that they couldn't distinguish. */
const UNKNOWN = /^(?:UU|unknown|unknown speaker|\?|-1|<NA>)$/i

/**
 * Voice that a recognizer distinguished but didn't name. Numbers and single letters become "Speaker 0" and "Speaker A";
 * other labels are names.
 */
export function toVoice(label: unknown): Speaker {
  if (typeof label === 'number' && Number.isSafeInteger(label)) {
    return label < 0 ? { name: '' } : { id: String(label), name: `Speaker ${label}` }
  }
  if (typeof label !== 'string' || label.trim() === '' || UNKNOWN.test(label.trim())) return { name: '' }
  const name = label.trim()
  return /^(?:[A-Za-z]|\d{1,4})$/.test(name) ? { id: name, name: `Speaker ${name}` } : { name }
}

/** Person with any of these values. Without a name, the ID is the name of last resort, so that two IDs stay two. */
export function toPerson({ id, name, email, internal }: PersonValues): Speaker {
  return {
    ...(id ? { id } : {}),
    name: name || email || (id ? toVoice(id).name : ''),
    ...(email ? { email } : {}),
    ...(internal === undefined ? {} : { internal }),
  }
}

export interface PersonValues {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly internal?: boolean | undefined
}

const OWN_ROLES = /^(?:agent|assistant|bot|internal|rep|host|automated_agent|ai|admin|team|user_agent)$/i
const OTHER_ROLES = /^(?:customer|cust|client|caller|user|external|end_user|guest|lead|contact|human)$/i

/** Speaker of whom only the role in a call is known. */
export function toRole(role: string | undefined, id?: string): Speaker {
  if (role === undefined) return toPerson({ id })
  const name = role.charAt(0).toUpperCase() + role.slice(1).toLowerCase().replaceAll('_', ' ')
  const internal = roleSide(role)
  return { ...(id ? { id } : {}), name, ...(internal === undefined ? {} : { internal }) }
}

export function roleSide(role: string | undefined): boolean | undefined {
  if (role === undefined) return undefined
  return OWN_ROLES.test(role) ? true : OTHER_ROLES.test(role) ? false : undefined
}

/** People of a document by ID. */
export function toSpeakerTable(
  list: readonly unknown[] | undefined,
  idKeys: readonly string[],
  read: (person: JsonObject) => PersonValues,
): Map<string, Speaker> {
  const table = new Map<string, Speaker>()
  for (const item of list ?? []) {
    if (!isObject(item)) continue
    for (const key of idKeys) {
      const id = idAt(item, key)
      if (id !== undefined && !table.has(id)) table.set(id, toPerson({ id, ...read(item) }))
    }
  }
  return table
}

/** Parties from a list of people with a name and an email address. */
export function toParties(
  list: readonly unknown[] | undefined,
  { name = ['name', 'displayName', 'display_name'], email = ['email', 'emailAddress'] } = {},
): Party[] {
  return (list ?? []).flatMap((item) => {
    if (typeof item === 'string') return item.trim() === '' ? [] : [toParty(item.trim())]
    if (!isObject(item)) return []
    const first = (keys: readonly string[]) => keys.map((key) => textAt(item, key)).find((each) => each !== undefined)
    const party = { name: first(name), email: first(email) }
    if (party.name === undefined && party.email === undefined) return []
    return [{ ...(party.name ? { name: party.name } : {}), ...(party.email ? { email: party.email } : {}) }]
  })
}

const toParty = (text: string): Party => (/^\S+@\S+$/.test(text) ? { email: text } : { name: text })

/** Boolean member, if it is one. */
export function flagAt(value: unknown, key: string): boolean | undefined {
  const flag = isObject(value) ? member(value, key) : undefined
  return typeof flag === 'boolean' ? flag : undefined
}
