/** Converts between teams and SCIM groups. A group combines the row of a team with additional SCIM attributes. */
import { type Json, text } from '../../../../core/wire.ts'
import { type Doc, isObject } from '../protocol/attributes.ts'
import { GROUP } from '../protocol/definitions.ts'
import { invalidValue } from '../protocol/refusals.ts'
import { computeVersion } from '../protocol/version.ts'

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly modified_at: string
  readonly external_id: string | null
  readonly extensions: Doc | null
  /** Changes when the members change; null if not selected. */
  readonly members_mark: string | null
}

export interface ScimMember {
  readonly value: string
  readonly display?: string
}

/** Large enough for ten thousand members with names and email addresses. */
export const GROUP_BODY_LIMIT = 4 * 1024 * 1024
const KEPT_MAX = 65_536

/**
 * Converts a team to a SCIM group. Without `members_mark`, the group has no version; it's then used only for matching.
 */
export function groupDoc(row: GroupRow, members: readonly ScimMember[] | undefined): Doc {
  const { id, name: displayName, external_id: externalId, created_at: created, modified_at: lastModified } = row
  const extensions = row.extensions ?? {}
  const known = { id, externalId, displayName, ...extensions }
  const version = row.members_mark === null ? {} : { version: computeVersion([known, row.members_mark]) }
  return {
    schemas: [GROUP.schema.id, ...Object.keys(extensions)],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    ...(members === undefined ? {} : { members: members as unknown as Json }),
    ...extensions,
    meta: { resourceType: 'Group', created, lastModified, ...version, location: `/scim${GROUP.endpoint}/${id}` },
  }
}

export interface WantedGroup {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
  readonly extensions: Doc
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws AppError `invalid_value` */
export function parseGroup(doc: Doc): WantedGroup {
  const extensions = Object.fromEntries(Object.entries(doc).filter(([key]) => /^urn:/i.test(key)))
  if (JSON.stringify(extensions).length > KEPT_MAX)
    throw invalidValue(`Extensions of the group are too large. The maximum is ${KEPT_MAX} characters as JSON.`)
  const members = Array.isArray(doc.members) ? doc.members : []
  return {
    displayName: parseText({ min: 1, max: 256 }, doc.displayName, '/displayName'),
    externalId: parseText({ max: 320 }, doc.externalId, '/externalId') || null,
    members: new Set(members.map((member, index) => parseUserId(member, `/members/${index}/value`))),
    extensions,
  }
}

function parseText(limits: { min?: number; max: number }, value: Json | undefined, pointer: string): string {
  const read = text({ ...limits, trim: true }).safeParse(value ?? '')
  if (read.success) return read.data
  throw invalidValue(read.error.issues[0]?.message ?? "The value isn't valid.", pointer)
}

function parseUserId(member: Json, pointer: string): string {
  const id = isObject(member) && typeof member.value === 'string' ? member.value.toLowerCase() : ''
  if (!UUID.test(id)) throw noSuchMember(pointer)
  return id
}

export const noSuchMember = (pointer: string) =>
  invalidValue('No user of the organization has this ID. Members must be users of the organization.', pointer)
