/** Pure rules that combine choices of the analysis with labels set by people. */
import { fold } from '../../../core/fold.ts'
import type { ChoosableLabel } from '../../conversations/labels/index.ts'
import {
  LABELS_MAX,
  type LabelChoice,
  type LabelEvidence,
  type ProgramChoice,
} from '../../conversations/records/index.ts'
import type { EvidenceSpan } from '../../text/extractive-summary/index.ts'
import type { ChosenOption } from './chosen.ts'

export interface LabelJudgment {
  /** All labels that the analysis evaluated. */
  readonly labels: readonly ChoosableLabel[]
  readonly chosen: readonly ChosenOption[]
  readonly transcriptVersion: number
  /** Name of the language model. Undefined if none was used. */
  readonly model: string | undefined
}

export interface LabelChanges {
  readonly labels: Readonly<Record<string, string>>
  readonly added: readonly ProgramChoice[]
  /** Categories whose earlier choice is removed. */
  readonly withdrawn: readonly string[]
  /** Whether the labels differ from before. */
  readonly changed: boolean
}

/**
 * Labels of a conversation after an analysis. Labels that people set or removed don't change; names ignore case. New
 * choices replace earlier choices of the analysis for the evaluated labels, or remove them if there is no new one. If
 * this analysis used no language model, earlier choices of one stay while transcript version and option are the same.
 */
export function reconcileLabels(
  before: Readonly<Record<string, string>>,
  choices: readonly LabelChoice[],
  judged: LabelJudgment,
): LabelChanges {
  const labels = new Map(Object.entries(before))
  const put: ProgramChoice[] = []
  const withdrawn: string[] = []
  const isOurs = (choice: LabelChoice) =>
    choice.source !== 'human' && choice.option !== null && labels.get(choice.category) === choice.option
  const ours = new Map<string, LabelChoice[]>()
  for (const choice of choices) {
    if (choice.label_id !== null && isOurs(choice)) {
      ours.set(choice.label_id, [...(ours.get(choice.label_id) ?? []), choice])
    }
  }
  for (const label of judged.labels) {
    const had = ours.get(label.id) ?? []
    const chosen = judged.chosen.find(({ labelId }) => labelId === label.id)
    if (chosen === undefined && had.some((choice) => staysValid(choice, label, judged))) continue
    for (const { category } of had) {
      labels.delete(category)
      withdrawn.push(category)
    }
    if (chosen === undefined || isTaken(label, labels, choices) || labels.size >= LABELS_MAX) continue
    const option = label.options.find(({ id }) => id === chosen.optionId)
    if (option === undefined) continue
    labels.set(label.name, option.value)
    put.push(toProgramChoice(label.name, option.value, chosen, judged))
  }
  const stays = new Set(put.map(({ category }) => category))
  return {
    labels: Object.fromEntries(labels),
    added: put,
    withdrawn: withdrawn.filter((category) => !stays.has(category)),
    changed:
      labels.size !== Object.keys(before).length ||
      [...labels].some(([category, option]) => before[category] !== option),
  }
}

/** Whether a person set or removed the label, or the import set it. */
function isTaken(
  { name }: ChoosableLabel,
  labels: ReadonlyMap<string, string>,
  choices: readonly LabelChoice[],
): boolean {
  const folded = fold(name)
  return (
    [...labels.keys()].some((category) => fold(category) === folded) ||
    choices.some(({ source, category }) => source === 'human' && fold(category) === folded)
  )
}

/** Whether an earlier model choice stays although the rules found none. */
const staysValid = (choice: LabelChoice, label: ChoosableLabel, { model, transcriptVersion }: LabelJudgment) =>
  model === undefined &&
  choice.source === 'ai' &&
  choice.category === label.name &&
  choice.transcript_version === transcriptVersion &&
  label.options.some(({ id, value }) => id === choice.option_id && value === choice.option)

function toProgramChoice(category: string, option: string, chosen: ChosenOption, judged: LabelJudgment): ProgramChoice {
  const { labelId, optionId, source, confidence, evidence } = chosen
  return {
    ...{ category, option, source, labelId, optionId, confidence },
    evidence: evidence.map(toLabelEvidence),
    transcriptVersion: judged.transcriptVersion,
    model: source === 'ai' ? (judged.model ?? null) : null,
  }
}

const toLabelEvidence = ({ quote, speaker, start, end, segment }: EvidenceSpan): LabelEvidence => ({
  ...{ quote, speaker, start, end, segment },
})
