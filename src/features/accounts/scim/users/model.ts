/** Converts between users and SCIM users. A SCIM user combines the row of a user with additional SCIM attributes. */
import { cleanDisplayName } from '../../../../core/display-names.ts'
import { fold } from '../../../../core/fold.ts'
import { isLanguage, type Language, listAccepted } from '../../../../core/languages/current.ts'
import { type Json, text } from '../../../../core/wire.ts'
import { emailAddress, PERSON_NAME_MAX } from '../../identity/index.ts'
import { type Doc, findAttributeKey, isObject, valueIn } from '../protocol/attributes.ts'
import { PARLEY_USER, USER } from '../protocol/definitions.ts'
import { invalidValue } from '../protocol/refusals.ts'
import { computeVersion } from '../protocol/version.ts'
import { isAccountAddress } from './addresses.ts'

export interface ScimUserRow {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly active: boolean
  readonly role_id: string
  /** Language that was chosen for the user. */
  readonly language: string | null
  readonly created_at: string
  readonly modified_at: string
  /** This field and the following ones are null for users that no identity provider has written to. */
  readonly user_name: string | null
  readonly external_id: string | null
  readonly attributes: Doc | null
  /** Null if not selected. */
  readonly groups: readonly { readonly value: string; readonly display: string }[] | null
}

/** Maximum length of a userName in code points, like that of an email address. */
const USER_NAME_MAX = 320
/** Maximum size of the additional attributes as JSON. */
const KEPT_MAX = 65_536

/** Converts a user to a SCIM user. Without groups, it has no version; it's then used only for matching. */
export function userDoc(row: ScimUserRow): Doc {
  const kept = Object.entries(row.attributes ?? {})
  const plain = Object.fromEntries(kept.filter(([key]) => !isUrn(key)))
  const extensions = withRole(Object.fromEntries(kept.filter(([key]) => isUrn(key))), row.role_id)
  const content = omitUnassigned({
    externalId: row.external_id,
    userName: row.user_name ?? row.email,
    ...plain,
    name: objectOr(omitUnassigned({ ...toObject(plain.name), familyName: row.last_name, givenName: row.first_name })),
    displayName: plain.displayName ?? toDisplayName(row),
    active: row.active,
    emails: shownEmails(plain.emails, row),
    preferredLanguage: shownLanguage(plain, row.language),
    ...(row.groups === null ? {} : { groups: row.groups as unknown as Json }),
    ...extensions,
  })
  const { id, created_at: created, modified_at: lastModified } = row
  const version = row.groups === null ? {} : { version: computeVersion({ id, ...content }) }
  return {
    schemas: [USER.schema.id, ...Object.keys(extensions)],
    id,
    ...content,
    meta: { resourceType: 'User', created, lastModified, ...version, location: `/scim${USER.endpoint}/${id}` },
  }
}

/** Display name from the user's row: first and last name, else the email address. */
export function toDisplayName(row: Pick<ScimUserRow, 'first_name' | 'last_name' | 'email'>): string {
  return `${row.first_name} ${row.last_name}`.trim() || row.email
}

const isUrn = (key: string) => /^urn:/i.test(key)
const toObject = (value: Json | undefined): Doc => (isObject(value) ? value : {})
const objectOr = (object: Doc): Json => (Object.keys(object).length === 0 ? null : (object as Json))

const isAssigned = (entry: [string, Json | undefined]): entry is [string, Json] =>
  entry[1] !== undefined && entry[1] !== null && entry[1] !== ''

/** Removes unassigned attributes. */
const omitUnassigned = (object: Record<string, Json | undefined>): Doc =>
  Object.fromEntries(Object.entries(object).filter(isAssigned))

/** Whether an extension can contain the role of a user (decisions, section 5). */
const canContainRole = (urn: string) => /:user$/i.test(urn)

const findRoleKey = (urn: string, object: Json | undefined) =>
  canContainRole(urn) && isObject(object) ? findAttributeKey(object, 'roleUUID') : undefined

/** Adds the role to the extensions that contained it, or else to Parley's own extension. */
function withRole(extensions: Doc, roleId: string): Doc {
  const told = Object.entries(extensions).map(([urn, object]): [string, Json] => {
    const key = findRoleKey(urn, object)
    return [urn, key === undefined ? object : ({ ...toObject(object), [key]: roleId } as Json)]
  })
  const all = Object.fromEntries(told)
  if (told.some(([urn, object]) => findRoleKey(urn, object) !== undefined)) return all
  const urn = findAttributeKey(all, PARLEY_USER) ?? PARLEY_USER
  return { ...all, [urn]: { ...toObject(all[urn]), roleUUID: roleId } as Json }
}

/** Stored values, with the address of the account if it was changed elsewhere. */
function shownEmails(kept: Json | undefined, { email, user_name }: ScimUserRow): Json {
  const list = Array.isArray(kept) ? kept : []
  const place = addressPlace(list)
  if (place < 0) return [{ value: email, type: 'work', primary: true }, ...list]
  return list.map((entry, index) => {
    if (index !== place || isAccountAddress(email, String(toObject(entry).value), user_name ?? email)) return entry
    return { ...toObject(entry), value: email } as Json
  })
}

/** Email address that the identity provider sent, if any. */
export function storedEmail({ attributes }: ScimUserRow): string | undefined {
  const list = Array.isArray(attributes?.emails) ? attributes.emails : []
  const entry = list[addressPlace(list)]
  return isObject(entry) && typeof entry.value === 'string' ? entry.value : undefined
}

/** Index of the email address that Parley uses: the primary one, else the one of type work, else the first. */
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

/**
 * Language of the app that a resource wants: the first one of `preferredLanguage` that the app has, else the one of
 * `locale` (RFC 7643, section 4.1.1).
 */
const findLanguage = ({ preferredLanguage, locale }: Doc): Language | null =>
  [preferredLanguage, locale]
    .flatMap((value) => (typeof value === 'string' ? listAccepted(value.replaceAll('_', '-')) : []))
    .find(isLanguage) ?? null

/** The stored value, or the language that was chosen in another way since. */
const shownLanguage = (kept: Doc, language: string | null): Json =>
  language === null || language === findLanguage(kept) ? (kept.preferredLanguage ?? null) : language

/** User data from a SCIM resource. */
export interface WantedUser {
  readonly userName: string
  readonly externalId: string | null
  /** Address of the account, or of another account with the same email address. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Undefined if the resource doesn't contain it. */
  readonly active: boolean | undefined
  readonly roleUUID: string | undefined
  /** Undefined if the resource doesn't change it. */
  readonly language: Language | null | undefined
  readonly attributes: Doc
}

/** Existing user and its resource, during an update. */
export interface StoredScimUser {
  readonly row: ScimUserRow
  readonly doc: Doc
}

/** @throws AppError `invalid_value` */
export function parseUser(doc: Doc, standing?: StoredScimUser): WantedUser {
  const attributes = toStoredAttributes(doc, standing)
  const userName = parseField(text({ min: 1, max: USER_NAME_MAX, trim: true }), doc.userName ?? '', '/userName')
  const name = toObject(doc.name)
  return {
    userName,
    externalId: parseField(text({ max: USER_NAME_MAX }), doc.externalId ?? '', '/externalId') || null,
    email: chooseEmail(isUntouched('emails', doc, standing) ? undefined : doc.emails, userName, standing?.row),
    firstName: personNameIn(name.givenName, '/name/givenName'),
    lastName: personNameIn(name.familyName, '/name/familyName'),
    active: typeof doc.active === 'boolean' ? doc.active : undefined,
    roleUUID: findChangedRole(doc, standing?.row.role_id),
    language: findChangedLanguage(attributes, standing),
    attributes,
  }
}

/** Removes characters that a name must not contain, rather than rejecting the request of the identity provider. */
const personNameIn = (value: Json | undefined, pointer: string): string =>
  cleanDisplayName(parseField(text({ max: PERSON_NAME_MAX, trim: true }), value ?? '', pointer), {
    max: PERSON_NAME_MAX,
    of: 'person',
  })

function parseField(schema: ReturnType<typeof text>, value: Json, pointer: string): string {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw invalidValue(read.error.issues[0]?.message ?? "The value isn't valid.", pointer)
}

/**
 * Attributes to store in addition to the user's row. Unchanged attributes keep their stored value, because the returned
 * value may be derived.
 */
function toStoredAttributes(doc: Doc, standing: StoredScimUser | undefined): Doc {
  const { schemas, id, meta, groups, externalId, userName, active, password, name, ...others } = doc
  const { givenName, familyName, ...otherNames } = toObject(name)
  const kept = Object.entries({ ...others, name: objectOr(otherNames) }).map(([key, value]): [string, Json] =>
    isUntouched(key, doc, standing) ? [key, standing?.row.attributes?.[key] ?? null] : [key, value],
  )
  const attributes = Object.fromEntries(kept.filter(([, value]) => value !== null))
  if (JSON.stringify(attributes).length > KEPT_MAX)
    throw invalidValue(
      `Additional attributes of the user are too large. The maximum is ${KEPT_MAX} characters as JSON.`,
    )
  return attributes
}

/** The same attributes as before keep the language, which the user may have chosen since. */
function findChangedLanguage(attributes: Doc, standing: StoredScimUser | undefined): Language | null | undefined {
  const [before, after] = [findLanguage(standing?.row.attributes ?? {}), findLanguage(attributes)]
  return before === after ? undefined : after
}

/** Whether an update left an attribute unchanged. Updates never change values in place. */
const isUntouched = (key: string, doc: Doc, standing: StoredScimUser | undefined) =>
  standing !== undefined && doc[key] === standing.doc[key]

/** Email address of the user: from `emails`, else a `userName` that is an email address, else the existing one. */
function chooseEmail(emails: Json | undefined, userName: string, row: ScimUserRow | undefined): string {
  const list = Array.isArray(emails) ? emails : []
  const place = addressPlace(list)
  if (place >= 0) {
    const read = emailAddress.safeParse(toObject(list[place]).value)
    if (!read.success) throw invalidValue('The value must be an email address.', `/emails/${place}/value`)
    return read.data
  }
  const isAddress = emailAddress.safeParse(userName).success
  if (row === undefined) {
    if (!isAddress) throw invalidValue('An email address is required in `emails` or as `userName`.', '/emails')
    return userName
  }
  const followsName = row.attributes?.emails === undefined && userName !== (row.user_name ?? row.email)
  return followsName && isAddress ? userName : row.email
}

/** Role that the resource changes to. A repetition of the current role doesn't count. */
function findChangedRole(doc: Doc, current: string | undefined): string | undefined {
  const named = Object.entries(doc).flatMap(([urn, object]) => {
    const key = findRoleKey(urn, object)
    const role = key === undefined ? undefined : valueIn(toObject(object), key)
    if (role === undefined || role === null || role === '') return []
    if (typeof role !== 'string') throw invalidValue('The value must be the ID of a role.', `/${urn}/${key}`)
    return role.toLowerCase() === current ? [] : [role.toLowerCase()]
  })
  const [first, ...others] = new Set(named)
  if (others.length > 0)
    throw invalidValue('Extensions contain different roles. Send only one `roleUUID`.', '/roleUUID')
  return first
}
