/**
 * Labels: the words an organization sorts its conversations by.
 *
 * A **label** is a question with a closed list of answers, its **options**: `Call type` with `Discovery`, `Demo`,
 * `Renewal`. Names are unique in the organization, values in their label, both without regard to case. `aiFlow` lets the
 * analysis choose an option by itself. A label is offered to all teams (`allTeams`) or to those it names; with neither it
 * is offered to none.
 *
 * An option keeps its id as long as it stays: when its id is sent again, and also when only its value is.
 *
 * **Criteria** gate what applies to an interaction by the options it has: a scorecard, a field configuration. What has
 * criteria **holds** the options they name, and an option that is held can neither be taken out nor go with its label
 * (409 `label_in_use`): to drop the condition instead would silently make the criteria say something else.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { getLabel } from './get-label.ts'
import { listLabels } from './list-labels.ts'
import { updateLabel } from './update-label.ts'

export { type ChoosableLabel, labelsToChoose, meetsCriteria, optionsHeld } from './applying.ts'
export { offeredTo } from './change.ts'
export { checkCriteria, releaseCriteria } from './criteria.ts'
export { type Criteria, criteriaArgument, criteriaSchema, type Label, NO_CRITERIA } from './schema.ts'
export { tools } from './tools.ts'
export { createLabel, deleteLabel, getLabel, listLabels, updateLabel }

export const operations: readonly AnyOperation[] = [listLabels, createLabel, getLabel, updateLabel, deleteLabel]
