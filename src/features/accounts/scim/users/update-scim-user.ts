import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { patchBody } from '../protocol/describe.ts'
import { applyPatch, readPatch } from '../protocol/patch.ts'
import { projectionFields, projectionInQuery } from '../protocol/project.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { changeScimUser } from './save.ts'

export const updateScimUser = defineOperation({
  id: 'updateScimUser',
  summary: 'Update a SCIM user',
  description:
    'Applies PATCH operations (RFC 7644, section 3.5.2), including the variants that Entra ID and Okta send. ' +
    'Applies all operations or none. Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('user'), patch: patchBody, ...projectionFields, ...ifMatchField }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/scim/Users/{id}',
    bodyField: 'patch',
    inQuery: projectionInQuery,
    inHeaders: ifMatchHeader,
    ...singleResourceResponse(USER),
  },
  async handle({ id, patch, ifMatch, ...asked }, ctx) {
    const operations = readPatch(patch)
    const change = (doc: Parameters<typeof applyPatch>[0]) => applyPatch(doc, operations, USER)
    return answerWith(await ctx.transact((tx) => changeScimUser(tx, ctx, id, { ifMatch }, change)), USER, asked)
  },
})
