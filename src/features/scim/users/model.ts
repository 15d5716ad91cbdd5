/** A user as identity providers see one, made of the user's row and what providers told beside it; and the way back. */
import { cleanDisplayName } from '../../../core/display-names.ts'
import { fold } from '../../../core/fold.ts'
import { type Json, text } from '../../../core/wire.ts'
import { emailAddress, PERSON_NAME_MAX } from '../../identity/index.ts'
import { type Doc, isObject, keyOf, valueIn } from '../protocol/attributes.ts'
import { PARLEY_USER, USER } from '../protocol/definitions.ts'
import { invalidValue } from '../protocol/refusals.ts'
import { versionOf } from '../protocol/version.ts'

export interface UserRow {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly active: boolean
  readonly role_id: string
  readonly created_at: string
  readonly modified_at: string
  /** This and what follows is null for a user no provider has written to. */
  readonly user_name: string | null
  readonly external_id: string | null
  readonly attributes: Doc | null
  /** Null when nobody asks. */
  readonly groups: readonly { readonly value: string; readonly display: string }[] | null
}

/** Longest userName in code points, as long as an address may be. */
const USER_NAME_MAX = 320
/** What is kept of a user beside its row, as JSON. */
const KEPT_MAX = 65_536

/** The resource. Without groups it has no version either: it is then only looked at, not told. */
export function userDoc(row: UserRow): Doc {
  const kept = Object.entries(row.attributes ?? {})
  const plain = Object.fromEntries(kept.filter(([key]) => !isUrn(key)))
  const extensions = withRole(Object.fromEntries(kept.filter(([key]) => isUrn(key))), row.role_id)
  const content = given({
    externalId: row.external_id,
    userName: row.user_name ?? row.email,
    ...plain,
    name: objectOr(given({ ...objectOf(plain.name), familyName: row.last_name, givenName: row.first_name })),
    displayName: plain.displayName ?? displayNameOf(row),
    active: row.active,
    emails: shownEmails(plain.emails, row.email),
    ...(row.groups === null ? {} : { groups: row.groups as unknown as Json }),
    ...extensions,
  })
  const { id, created_at: created, modified_at: lastModified } = row
  const version = row.groups === null ? {} : { version: versionOf({ id, ...content }) }
  return {
    schemas: [USER.schema.id, ...Object.keys(extensions)],
    id,
    ...content,
    meta: { resourceType: 'User', created, lastModified, ...version, location: `/scim${USER.endpoint}/${id}` },
  }
}

/** The name people are shown: the one a provider gave, else that of the user's row, else the address. */
export function displayNameOf(row: Pick<UserRow, 'first_name' | 'last_name' | 'email'>): string {
  return `${row.first_name} ${row.last_name}`.trim() || row.email
}

const isUrn = (key: string) => /^urn:/i.test(key)
const objectOf = (value: Json | undefined): Doc => (isObject(value) ? value : {})
const objectOr = (object: Doc): Json => (Object.keys(object).length === 0 ? null : (object as Json))

const isAssigned = (entry: [string, Json | undefined]): entry is [string, Json] =>
  entry[1] !== undefined && entry[1] !== null && entry[1] !== ''

/** Without what is unassigned. */
const given = (object: Record<string, Json | undefined>): Doc =>
  Object.fromEntries(Object.entries(object).filter(isAssigned))

/** Extension objects that may say which role a user has (decisions, section 5). */
const mayNameRole = (urn: string) => /:user$/i.test(urn)

const roleKeyOf = (urn: string, object: Json | undefined) =>
  mayNameRole(urn) && isObject(object) ? keyOf(object, 'roleUUID') : undefined

/** The role is told wherever a provider told it, or in our own extension. */
function withRole(extensions: Doc, roleId: string): Doc {
  const told = Object.entries(extensions).map(([urn, object]): [string, Json] => {
    const key = roleKeyOf(urn, object)
    return [urn, key === undefined ? object : ({ ...objectOf(object), [key]: roleId } as Json)]
  })
  const all = Object.fromEntries(told)
  if (told.some(([urn, object]) => roleKeyOf(urn, object) !== undefined)) return all
  const urn = keyOf(all, PARLEY_USER) ?? PARLEY_USER
  return { ...all, [urn]: { ...objectOf(all[urn]), roleUUID: roleId } as Json }
}

function shownEmails(kept: Json | undefined, email: string): Json {
  const list = Array.isArray(kept) ? kept : []
  const place = addressPlace(list)
  if (place < 0) return [{ value: email, type: 'work', primary: true }, ...list]
  return list.map((entry, index) => {
    if (index !== place || fold(String(objectOf(entry).value)) === fold(email)) return entry
    return { ...objectOf(entry), value: email } as Json
  })
}

/** Which of the addresses is the user's own here: the primary one, else that for work, else the first. */
function addressPlace(emails: readonly Json[]): number {
  const place = (wanted: (entry: Doc) => boolean) =>
    emails.findIndex((entry) => isObject(entry) && typeof entry.value === 'string' && wanted(entry))
  const places = [
    place((entry) => entry.primary === true),
    place((entry) => typeof entry.type === 'string' && fold(entry.type) === 'work'),
    place(() => true),
  ]
  return places.find((one) => one >= 0) ?? -1
}

/** What a resource makes of a user. */
export interface WantedUser {
  readonly userName: string
  readonly externalId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Undefined where the resource does not say. */
  readonly active: boolean | undefined
  readonly roleUUID: string | undefined
  readonly attributes: Doc
}

/** A user as it stands, when one is changed. */
export interface Standing {
  readonly row: UserRow
  readonly doc: Doc
}

/** @throws AppError `invalid_value` */
export function wantedUser(doc: Doc, standing?: Standing): WantedUser {
  const attributes = keptOf(doc, standing)
  const userName = fieldOf(text({ min: 1, max: USER_NAME_MAX, trim: true }), doc.userName ?? '', '/userName')
  const name = objectOf(doc.name)
  return {
    userName,
    externalId: fieldOf(text({ max: USER_NAME_MAX }), doc.externalId ?? '', '/externalId') || null,
    email: emailOf(isUntouched('emails', doc, standing) ? undefined : doc.emails, userName, standing?.row),
    firstName: personNameIn(name.givenName, '/name/givenName'),
    lastName: personNameIn(name.familyName, '/name/familyName'),
    active: typeof doc.active === 'boolean' ? doc.active : undefined,
    roleUUID: roleOf(doc, standing?.row.role_id),
    attributes,
  }
}

/** A provider isn't refused for what people call themselves: what a name must not contain is left out. */
const personNameIn = (value: Json | undefined, pointer: string): string =>
  cleanDisplayName(fieldOf(text({ max: PERSON_NAME_MAX, trim: true }), value ?? '', pointer), {
    max: PERSON_NAME_MAX,
    of: 'person',
  })

function fieldOf(schema: ReturnType<typeof text>, value: Json, pointer: string): string {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw invalidValue(read.error.issues[0]?.message ?? 'This is not valid.', pointer)
}

/** What is kept beside the user's row. What a change leaves as it is told stays as it is kept, which may be derived. */
function keptOf(doc: Doc, standing: Standing | undefined): Doc {
  const { schemas, id, meta, groups, externalId, userName, active, password, name, ...others } = doc
  const { givenName, familyName, ...otherNames } = objectOf(name)
  const kept = Object.entries({ ...others, name: objectOr(otherNames) }).map(([key, value]): [string, Json] =>
    isUntouched(key, doc, standing) ? [key, standing?.row.attributes?.[key] ?? null] : [key, value],
  )
  const attributes = Object.fromEntries(kept.filter(([, value]) => value !== null))
  if (JSON.stringify(attributes).length > KEPT_MAX) throw invalidValue('This is more than is kept of a user.')
  return attributes
}

/** Whether a change left an attribute alone: changes never touch a value in place. */
const isUntouched = (key: string, doc: Doc, standing: Standing | undefined) =>
  standing !== undefined && doc[key] === standing.doc[key]

/** The one of the addresses that is the user's; else a name that is an address; else the one the user has. */
function emailOf(emails: Json | undefined, userName: string, row: UserRow | undefined): string {
  const list = Array.isArray(emails) ? emails : []
  const place = addressPlace(list)
  if (place >= 0) {
    const read = emailAddress.safeParse(objectOf(list[place]).value)
    if (!read.success) throw invalidValue('This must be an e-mail address.', `/emails/${place}/value`)
    return read.data
  }
  const isAddress = emailAddress.safeParse(userName).success
  if (row === undefined) {
    if (!isAddress) throw invalidValue('A user without an e-mail address must have one as userName.', '/emails')
    return userName
  }
  const followsName = row.attributes?.emails === undefined && userName !== (row.user_name ?? row.email)
  return followsName && isAddress ? userName : row.email
}

/** The role that is named anew: what an extension merely repeats of the role there is does not count. */
function roleOf(doc: Doc, current: string | undefined): string | undefined {
  const named = Object.entries(doc).flatMap(([urn, object]) => {
    const key = roleKeyOf(urn, object)
    const role = key === undefined ? undefined : valueIn(objectOf(object), key)
    if (role === undefined || role === null || role === '') return []
    if (typeof role !== 'string') throw invalidValue('This must be the id of a role.', `/${urn}/${key}`)
    return role.toLowerCase() === current ? [] : [role.toLowerCase()]
  })
  const [first, ...others] = new Set(named)
  if (others.length > 0) throw invalidValue('Extensions name different roles.', '/roleUUID')
  return first
}
