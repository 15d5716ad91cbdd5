import { z } from 'zod'
import { COSTS, defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { patchBody } from '../protocol/describe.ts'
import { applyPatch, readPatch } from '../protocol/patch.ts'
import { isRequested, projectionFields, projectionInQuery } from '../protocol/project.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { GROUP_BODY_LIMIT } from './model.ts'
import { changeScimGroup, requireGroup } from './save.ts'

export const updateScimGroup = defineOperation({
  id: 'updateScimGroup',
  summary: 'Update a SCIM group',
  description:
    'Applies PATCH operations (RFC 7644, section 3.5.2), including the variants that Entra ID and Okta send. ' +
    'Applies all operations or none. Requires the admin role.',
  tag: 'SCIM',
  cost: COSTS.medium,
  input: z.object({ id: pathId('team'), patch: patchBody, ...projectionFields, ...ifMatchField }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    bodyLimit: GROUP_BODY_LIMIT,
    path: '/scim/Groups/{id}',
    bodyField: 'patch',
    inQuery: projectionInQuery,
    inHeaders: ifMatchHeader,
    ...singleResourceResponse(GROUP),
  },
  precheck: ({ id }, ctx) => requireGroup(ctx, id),
  async handle({ id, patch, ifMatch, ...asked }, ctx) {
    const operations = readPatch(patch)
    const change = (doc: Parameters<typeof applyPatch>[0]) => applyPatch(doc, operations, GROUP)
    const wanted = { ifMatch, withMembers: isRequested(asked, 'members', GROUP) }
    return answerWith(await ctx.transact((tx) => changeScimGroup(tx, ctx, id, wanted, change)), GROUP, asked)
  },
})
