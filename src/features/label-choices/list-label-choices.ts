import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { isVisible, selectLabelChoices, selectLabels } from '../conversations/index.ts'
import { labelChoice } from './schema.ts'
import { told } from './told.ts'

export const listLabelChoices = defineOperation({
  id: 'listLabelChoices',
  summary: 'Tell who chose each label of a conversation, and by which words of it.',
  description:
    'Labels it has, and those that a person took away: the analysis does not choose these again. By category. `rule` and ' +
    '`ai` are choices of the analysis, without and with a language model; a label that came with the import is `human`.',
  tag: 'Labels',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(labelChoice) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/label-choices' },
  async handle({ id }, { db, org, principal }) {
    if (!(await isVisible(db, org, visibilityOf(principal), id))) throw notFound('conversation')
    const [labels, choices] = await Promise.all([selectLabels(db, org, id), selectLabelChoices(db, org, id)])
    return { data: told(labels, choices) }
  },
})
