import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { nameTaken, optionsFrom, resolveAssignment } from './mutate.ts'
import { isHeld, lockLabel, lockName, replaceOptions, replaceTeams, selectLabel, updateLabelRow } from './queries.ts'
import { changedOptions, label, labelFields } from './schema.ts'
import { serializeLabel } from './serialize.ts'

export const updateLabel = defineOperation({
  id: 'updateLabel',
  summary: 'Update a label',
  description:
    'Updates the fields that you send. Omitted fields keep their values. `options` replaces all existing options. An ' +
    'option that you send with its ID, or only with its value, stays the same option. Requires the admin role. Returns ' +
    '409 `label_in_use` if the update removes an option that criteria use.',
  tag: 'Labels',
  input: z
    .object({ id: pathId('label'), ...labelFields, name: labelFields.name.optional(), options: changedOptions })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: label,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/labels/{id}',
    ...inData(label),
  },
  async handle({ id, name, description, aiFlow, options: given, ...teams }, ctx) {
    return ctx.transact(async (tx) => {
      // Lock order: label names, then the label row. Creating a label uses the same order.
      const isTaken = name !== undefined && (await lockName(tx, ctx.org, fold(name), id))
      const had = await lockLabel(tx, ctx.org, id)
      if (had === undefined) throw notFound('label')
      if (isTaken) throw nameTaken()
      if (given !== undefined) {
        const options = optionsFrom(had.options, given)
        const stay = new Set(options.map((option) => option.id))
        const gone = had.options.map((option) => option.id).filter((one) => !stay.has(one))
        if (gone.length > 0 && (await isHeld(tx, ctx.org, id, gone))) {
          throw conflict(
            'label_in_use',
            'A scorecard or field configuration uses an option that this change removes. Update its criteria first.',
            '/options',
          )
        }
        await replaceOptions(tx, ctx.org, id, options)
      }
      const hadTeams = { allTeams: had.all_teams, teamIds: had.team_ids }
      const { allTeams, teamIds } = await resolveAssignment(tx, ctx.org, hadTeams, teams)
      await replaceTeams(tx, ctx.org, id, teamIds)
      const change = {
        ...(name === undefined ? {} : { name, name_folded: fold(name) }),
        ...(description === undefined ? {} : { description }),
        ...(aiFlow === undefined ? {} : { ai_flow: aiFlow }),
        all_teams: allTeams,
      }
      await updateLabelRow(tx, ctx.org, id, change, ctx.clock.now())
      if (aiFlow ?? had.ai_flow) await requestLookBack(tx, ctx)
      const row = await selectLabel(tx, ctx.org, id)
      if (row === undefined) throw notFound('label')
      return serializeLabel(row, ctx.org)
    })
  },
})
