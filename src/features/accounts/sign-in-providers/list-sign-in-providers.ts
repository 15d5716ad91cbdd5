import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectPage } from './queries.ts'
import { signInProvider } from './schema.ts'
import { serializeProvider } from './serialize.ts'

export const listSignInProviders = defineOperation({
  id: 'listSignInProviders',
  summary: 'List sign-in providers',
  description: 'Returns the providers of the organization, oldest first. Requires the admin role.',
  tag: 'Sign-in',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(signInProvider),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sign-in-providers', ...paged(signInProvider) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map((row) => serializeProvider(row, ctx.publicUrl())), meta }
  },
})
