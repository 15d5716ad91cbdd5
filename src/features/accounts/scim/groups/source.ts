/** Loads groups with their members, and provides groups for lists. */
import type { Reader } from '../../../../core/db.ts'
import type { Context } from '../../../../core/operation.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { Doc } from '../protocol/attributes.ts'
import { GROUP } from '../protocol/definitions.ts'
import type { ListQuery, ScimSource } from '../protocol/list.ts'
import { narrow } from '../protocol/narrow.ts'
import { isRequested } from '../protocol/project.ts'
import { toDisplayName } from '../users/model.ts'
import { type GroupRow, groupDoc, type ScimMember } from './model.ts'
import { type MemberRow, NARROWS, scanGroups, selectGroups, selectMembers, selectPage } from './queries.ts'

/** @param withMembers whether members are needed; a group can have thousands */
export async function groupDocs(
  db: Reader,
  org: OrganizationId,
  rows: readonly GroupRow[],
  withMembers: boolean,
): Promise<Doc[]> {
  if (!withMembers) return rows.map((row) => groupDoc(row, undefined))
  const ids = rows.map(({ id }) => id)
  const members = Map.groupBy(await selectMembers(db, org, ids), (row) => row.team_id)
  return rows.map((row) => groupDoc(row, (members.get(row.id) ?? []).map(toMember)))
}

const toMember = (row: MemberRow): ScimMember => ({ value: row.id, display: row.display_name ?? toDisplayName(row) })

export function createGroupSource({ db, org }: Context, asked: ListQuery): ScimSource {
  const withMembers = isRequested(asked, 'members', GROUP)
  const looksAtMembers = /members/i.test(`${asked.filter ?? ''} ${asked.sortBy ?? ''}`)
  return {
    async page(window) {
      const { total, rows } = await selectPage(db, org, window)
      return { total, docs: await groupDocs(db, org, rows, withMembers) }
    },
    async *scan(filter) {
      const narrowing = filter === undefined ? undefined : narrow(filter, NARROWS, GROUP.schema.id)
      for await (const rows of scanGroups(db, org, narrowing)) yield groupDocs(db, org, rows, looksAtMembers)
    },
    async byIds(ids) {
      return groupDocs(db, org, await selectGroups(db, org, ids), withMembers)
    },
  }
}
