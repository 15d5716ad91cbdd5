/**
 * Labels: categories that an organization uses to classify its conversations.
 *
 * A **label** has a closed list of **options**: `Call type` with `Discovery`, `Demo`, `Renewal`. Names are unique in
 * the organization and values are unique in their label; both ignore case. `aiFlow` lets the analysis choose an option.
 * A label is available to all teams (`allTeams`), to listed teams, or to no team.
 *
 * An option keeps its ID across updates if the request contains its ID, or only its value.
 *
 * **Criteria** decide by label options where a scorecard or a field configuration applies. A scorecard or configuration
 * with criteria **holds** (references) their options. A referenced option can't be removed, and its label can't be
 * deleted (409 `label_in_use`), because removing the condition instead would silently change the meaning of the
 * criteria.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { getLabel } from './get-label.ts'
import { listLabels } from './list-labels.ts'
import { updateLabel } from './update-label.ts'

export { type ChoosableLabel, findMatchingOptions, labelsToChoose, meetsCriteria } from './applying.ts'
export { checkCriteria, releaseCriteria } from './criteria.ts'
export { resolveAssignment } from './mutate.ts'
export { type Criteria, criteriaArgument, criteriaSchema, type Label, NO_CRITERIA } from './schema.ts'
export { tools } from './tools.ts'
export { createLabel, deleteLabel, getLabel, listLabels, updateLabel }

export const operations: readonly AnyOperation[] = [listLabels, createLabel, getLabel, updateLabel, deleteLabel]
