/**
 * Label choices: labels that the analysis puts on conversations, and the words it goes by.
 *
 * A label with `aiFlow` leaves its choice to the **labels step**. Without a language model an option is chosen by the
 * words of its value and description, when they lead clearly; with one, by a call for all labels, whose quotes are looked
 * up. A choice has **evidence**, verbatim; where there is none the label is left open.
 *
 * What a person set, took away or brought along by the import is never touched. What the analysis chose it may choose
 * anew, or take back, when the words or the label have changed. Who decided what is kept with the conversation
 * (`conversations/queries-labels.ts`), since people set labels there.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { listLabelChoices } from './list-label-choices.ts'

export { labelsStep } from './labels.step.ts'
export { listLabelChoices }

export const operations: readonly AnyOperation[] = [listLabelChoices]
