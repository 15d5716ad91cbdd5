/**
 * Label choices: labels that the analysis sets on conversations, with their evidence.
 *
 * The **labels step** chooses an option for each label with `aiFlow`. Without a language model, it compares the words
 * of the options with the conversation. With one, it sends one call for all labels and verifies the quotes of the
 * reply. A choice requires **evidence**, verbatim quotes. Without evidence the label stays unset.
 *
 * The analysis never changes labels that a person set or removed, or that came with the import. It can replace or
 * remove its own choices after the transcript or the label changed. The source of each choice is stored with the
 * conversation (`records/labels/queries-labels.ts`), because people set labels there.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { listLabelChoices } from './list-label-choices.ts'

export { labelsStep } from './labels.step.ts'
export { listLabelChoices }

export const operations: readonly AnyOperation[] = [listLabelChoices]
