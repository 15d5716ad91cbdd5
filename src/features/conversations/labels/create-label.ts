import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { nameTaken, optionsFrom, resolveAssignment } from './mutate.ts'
import { insertLabel, lockName, replaceOptions, replaceTeams, selectLabel } from './queries.ts'
import { label, labelFields, newOptions } from './schema.ts'
import { serializeLabel } from './serialize.ts'

export const createLabel = defineOperation({
  id: 'createLabel',
  summary: 'Create a label',
  description:
    'Creates a label with its options. It is available to all teams unless you send `teamsUUID` or `allTeams: false`. ' +
    'Requires the admin role. Returns 409 `label_exists` if another label has the name.',
  tag: 'Labels',
  input: z.object({ ...labelFields, options: newOptions }),
  output: label,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/labels',
    status: 201,
    ...inData(label),
  },
  async handle({ name, description = '', aiFlow = false, options: given = [], ...teams }, ctx) {
    const id = newId()
    const options = optionsFrom([], given)
    return ctx.transact(async (tx) => {
      const nameFolded = fold(name)
      if (await lockName(tx, ctx.org, nameFolded)) throw nameTaken()
      const { allTeams, teamIds } = await resolveAssignment(tx, ctx.org, { allTeams: true, teamIds: [] }, teams)
      await insertLabel(tx, ctx.org, { id, name, nameFolded, description, aiFlow, allTeams, at: ctx.clock.now() })
      await replaceOptions(tx, ctx.org, id, options)
      await replaceTeams(tx, ctx.org, id, teamIds)
      if (aiFlow) await requestLookBack(tx, ctx)
      ctx.addAuditTarget('label', id)
      const row = await selectLabel(tx, ctx.org, id)
      if (row === undefined) throw new Error('The label is missing after it was created.')
      return serializeLabel(row, ctx.org)
    })
  },
})
