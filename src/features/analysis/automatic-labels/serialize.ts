import type { LabelChoice } from '../../conversations/records/index.ts'
import type { ToldChoice } from './schema.ts'

/** @param labels labels of the conversation. Labels without a stored choice came with the import. */
export function told(labels: Readonly<Record<string, string>>, choices: readonly LabelChoice[]): ToldChoice[] {
  const known = new Set(choices.map(({ category }) => category))
  const imported = Object.entries(labels).filter(([category]) => !known.has(category))
  return [...choices.map(choiceOf), ...imported.map(([category, option]) => brought(category, option))].sort(
    (one, other) => (one.category < other.category ? -1 : 1),
  )
}

const choiceOf = (choice: LabelChoice): ToldChoice => ({
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

const brought = (category: string, option: string): ToldChoice => ({
  ...{ category, option, labelUUID: null, optionUUID: null, source: 'human', confidence: 1, evidence: [] },
  ...{ transcriptVersion: null, model: null, decidedBy: null, decidedAt: null },
})
