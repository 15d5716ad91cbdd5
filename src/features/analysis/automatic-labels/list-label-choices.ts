import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible, selectLabelChoices, selectLabels } from '../../conversations/records/index.ts'
import { labelChoice } from './schema.ts'
import { serializeChoices } from './serialize.ts'

export const listLabelChoices = defineOperation({
  id: 'listLabelChoices',
  summary: 'List label choices of a conversation',
  description:
    'Returns the source and the evidence of each label of the conversation, sorted by category. The list includes labels ' +
    "that a person removed (`option` is null); the analysis doesn't choose these again. Returns 404 if you can't access " +
    'the conversation.',
  tag: 'Labels',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(labelChoice) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/label-choices' },
  async handle({ id }, { db, org, principal }) {
    if (!(await isVisible(db, org, toVisibility(principal), id))) throw notFound('conversation')
    const [labels, choices] = await Promise.all([selectLabels(db, org, id), selectLabelChoices(db, org, id)])
    return { data: serializeChoices(labels, choices) }
  },
})
