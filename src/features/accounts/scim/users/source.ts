/** Provides users for lists. */
import type { Context } from '../../../../core/operation.ts'
import { USER } from '../protocol/definitions.ts'
import type { ScimSource } from '../protocol/list.ts'
import { narrow } from '../protocol/narrow.ts'
import { userDoc } from './model.ts'
import { NARROWS, scanUsers, selectPage, selectUsersById } from './queries.ts'

/** @param asked filter and sort attribute; groups are loaded only if these use them */
export function createUserSource(
  { db, org }: Context,
  asked: { filter?: string | undefined; sortBy?: string | undefined },
): ScimSource {
  const withGroups = /groups/i.test(`${asked.filter ?? ''} ${asked.sortBy ?? ''}`)
  return {
    async page(window) {
      const { total, rows } = await selectPage(db, org, window)
      return { total, docs: rows.map(userDoc) }
    },
    async *scan(filter) {
      const narrowing = filter === undefined ? undefined : narrow(filter, NARROWS, USER.schema.id)
      for await (const rows of scanUsers(db, org, { narrowing, withGroups })) yield rows.map(userDoc)
    },
    async byIds(ids) {
      return (await selectUsersById(db, org, ids)).map(userDoc)
    },
  }
}
