/** Creates, updates and deletes groups for identity providers. Changes of one group are serialized by locks. */
import { newId } from '../../../../core/clock.ts'
import type { Writer } from '../../../../core/db.ts'
import { notFound } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/operation.ts'
import { addTeam, changeMembers, lockOpenTeam, lockOrganization, lockUsers, renameTeam } from '../../identity/index.ts'
import { endTeam } from '../../teams/index.ts'
import type { Doc } from '../protocol/attributes.ts'
import { uniqueness } from '../protocol/refusals.ts'
import { type ConditionalInput, computeVersion, requireVersion } from '../protocol/version.ts'
import { selectVisible } from '../users/queries.ts'
import { type GroupRow, groupDoc, noSuchMember, parseGroup, type WantedGroup } from './model.ts'
import { isNameTaken, selectGroups, selectMemberIds, upsertScimGroup } from './queries.ts'
import { groupDocs } from './source.ts'

/** Creates a team at the top of the hierarchy. @throws AppError `uniqueness`, `invalid_value` */
export async function addScimGroup(tx: Writer, ctx: Context, doc: Doc, withMembers: boolean): Promise<Doc> {
  const { org } = ctx
  const at = ctx.clock.now()
  const wanted = parseGroup(doc)
  const id = newId()
  const members = await lockMembers(tx, ctx, [], wanted)
  await requireFreeName(tx, ctx, id, wanted)
  const team = { id, name: wanted.displayName, domain: null, parentId: undefined, createdAt: at }
  await addTeam(tx, org, team, '')
  ctx.addAuditTarget('team', id)
  await changeMembers(tx, org, id, members, at)
  await upsertScimGroup(tx, org, id, wanted, at)
  return readGroupDoc(tx, ctx, id, withMembers)
}

/**
 * @param change returns the new resource. The members that it receives have no display names.
 * @throws AppError `team_not_found`, `version_changed`, `uniqueness`, `invalid_value`
 */
export async function changeScimGroup(
  tx: Writer,
  ctx: Context,
  id: string,
  wants: ConditionalInput & { readonly withMembers: boolean },
  change: (doc: Doc) => Doc,
): Promise<Doc> {
  const { org } = ctx
  const row = await lockStanding(tx, ctx, id, wants)
  const current = await selectMemberIds(tx, org, id)
  const wanted = parseGroup(
    change(
      groupDoc(
        row,
        current.map((value) => ({ value })),
      ),
    ),
  )
  const at = ctx.clock.now()
  const members = await lockMembers(tx, ctx, current, wanted)
  if (wanted.displayName !== row.name) {
    await requireFreeName(tx, ctx, id, wanted)
    await renameTeam(tx, org, id, wanted.displayName, at)
  }
  const moved = members.added.length + members.removed.length > 0
  if (moved) await changeMembers(tx, org, id, members, at)
  if (moved || wanted.displayName !== row.name || !isKept(row, wanted)) await upsertScimGroup(tx, org, id, wanted, at)
  return readGroupDoc(tx, ctx, id, wants.withMembers)
}

/** Checks that the group exists before the body is read. @throws AppError `team_not_found` */
export async function requireGroup(ctx: Context, id: string): Promise<void> {
  const [row] = await selectGroups(ctx.db, ctx.org, [id])
  if (row === undefined) throw notFound('team')
}

/** Archives the team. @throws AppError `team_not_found`, `version_changed`; `team_has_children` */
export async function removeScimGroup(tx: Writer, ctx: Context, id: string, guard: ConditionalInput): Promise<void> {
  await lockOrganization(tx, ctx.org)
  await lockStanding(tx, ctx, id, guard)
  await endTeam(tx, ctx.org, id, ctx.clock.now())
}

async function lockStanding(tx: Writer, ctx: Context, id: string, guard: ConditionalInput): Promise<GroupRow> {
  if (!(await lockOpenTeam(tx, ctx.org, id))) throw notFound('team')
  const [row] = await selectGroups(tx, ctx.org, [id])
  if (row === undefined) throw notFound('team')
  requireVersion(guard, String((groupDoc(row, undefined).meta as { version: string }).version))
  return row
}

/** Added and removed members. Locks the users, so that an added user can't be deleted concurrently. */
async function lockMembers(tx: Writer, ctx: Context, current: readonly string[], { members }: WantedGroup) {
  const before = new Set(current)
  const added = [...members].filter((id) => !before.has(id))
  const removed = current.filter((id) => !members.has(id))
  await lockUsers(tx, ctx.org, [...added, ...removed])
  const seen = added.length === 0 ? new Set() : await selectVisible(tx, ctx.org, added)
  if (!added.every((id) => seen.has(id))) throw noSuchMember('/members')
  return { added, removed }
}

async function requireFreeName(tx: Writer, ctx: Context, id: string, { displayName }: WantedGroup): Promise<void> {
  if (!(await isNameTaken(tx, ctx.org, displayName, id))) return
  throw uniqueness('Another group of the organization has this name. Choose a different `displayName`.', '/displayName')
}

const isKept = (row: GroupRow, { externalId, extensions }: WantedGroup) =>
  row.external_id === externalId && computeVersion(row.extensions ?? {}) === computeVersion(extensions)

async function readGroupDoc(tx: Writer, ctx: Context, id: string, withMembers: boolean): Promise<Doc> {
  const [doc] = await groupDocs(tx, ctx.org, await selectGroups(tx, ctx.org, [id]), withMembers)
  if (doc === undefined) throw notFound('team')
  return doc
}
