import { z } from 'zod'
import { conflict, invalid } from '../../../core/errors.ts'
import { contextWithin, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { insertItem, lockRequestedLocation } from '../folders/index.ts'
import { lockSnippet } from '../snippets/index.ts'
import { BODY_POINTERS, itemOutput, placeFields } from './schema.ts'
import { serializeItem } from './serialize.ts'

export const createLibraryItem = defineOperation({
  id: 'createLibraryItem',
  summary: 'Add a snippet to the library',
  description:
    'Adds a snippet to a folder or to the root of a library. A snippet can be in several folders, once in each. Requires ' +
    'access to the snippet and the folder. Returns 409 `already_in_folder` if the folder contains the snippet.',
  tag: 'Library',
  input: z.object({ snippetUUID: uuid().describe('ID of the snippet, from `GET /snippets`.'), ...placeFields }),
  output: itemOutput,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/library/items', status: 201 },
  async handle({ snippetUUID, folderUUID: folder, myLibrary, userUUID }, ctx) {
    return ctx.transact(async (tx) => {
      const place = await lockRequestedLocation(tx, ctx, { folder, myLibrary, userUUID }, BODY_POINTERS)
      const standing = await lockSnippet(tx, ctx.org, toVisibility(ctx.principal), snippetUUID)
      if (standing === undefined) {
        throw invalid({
          pointer: '/snippetUUID',
          detail: "No snippet with this ID exists, or you can't access it. Use an ID from `GET /snippets`.",
        })
      }
      const id = await insertItem(tx, ctx.org, {
        ...place,
        snippet: { id: snippetUUID, conversationId: standing.conversation_id },
        by: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      if (id === undefined)
        throw conflict('already_in_folder', 'The folder already contains the snippet.', '/snippetUUID')
      ctx.addAuditTarget('item', id)
      return { data: await serializeItem(contextWithin(ctx, tx), id) }
    })
  },
})
