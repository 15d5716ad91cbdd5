import type { LabelChoice } from '../../conversations/records/index.ts'
import type { SerializedChoice } from './schema.ts'

/** @param labels labels of the conversation. Labels without a stored choice came with the import. */
export function serializeChoices(
  labels: Readonly<Record<string, string>>,
  choices: readonly LabelChoice[],
): SerializedChoice[] {
  const known = new Set(choices.map(({ category }) => category))
  const imported = Object.entries(labels).filter(([category]) => !known.has(category))
  return [
    ...choices.map(serializeChoice),
    ...imported.map(([category, option]) => serializeImportedChoice(category, option)),
  ].sort((one, other) => (one.category < other.category ? -1 : 1))
}

const serializeChoice = (choice: LabelChoice): SerializedChoice => ({
  category: choice.category,
  option: choice.option,
  labelUUID: choice.label_id,
  optionUUID: choice.option_id,
  source: choice.source,
  confidence: choice.confidence,
  evidence: [...choice.evidence],
  transcriptVersion: choice.transcript_version,
  model: choice.model,
  decidedBy: choice.decided_by,
  decidedAt: choice.decided_at,
})

const serializeImportedChoice = (category: string, option: string): SerializedChoice => ({
  ...{ category, option, labelUUID: null, optionUUID: null, source: 'human', confidence: 1, evidence: [] },
  ...{ transcriptVersion: null, model: null, decidedBy: null, decidedAt: null },
})
