/** Descriptions of trials and models, the same on the command line and the setup page. */
import type { OfferedModel } from '../../../core/model-connection.ts'
import { FAULT_WORDS } from './fault-words.ts'
import type { TrialResult } from './trial.ts'

/** Context length below which long calls need many parts, each with fewer lines around a quote. */
const CONTEXT_SMALL = 8_000

/** Size, parameters and context of a model. Empty if the server reports nothing. */
export function describeModel({ bytes, details, contextTokens, isEmbedding }: OfferedModel): string {
  return [
    bytes === undefined ? undefined : `${(bytes / 1e9).toFixed(1)} GB`,
    details,
    contextTokens === undefined ? undefined : `${contextTokens.toLocaleString('en')} tokens of context`,
    isEmbedding ? 'only for embeddings' : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

export function describeSpeed({ firstTokenSeconds, tokensPerSecond, isSpeedEstimated }: TrialResult): string {
  const first = firstTokenSeconds === null ? 'No word arrived' : `${firstTokenSeconds} s to the first word`
  if (tokensPerSecond === null) return first
  return `${first}, ${isSpeedEstimated ? 'about ' : ''}${tokensPerSecond} tokens per second`
}

export function describeSchema({ schema, schemaFault }: TrialResult): string {
  if (schema === null) return 'Not tried.'
  if (schema === 'first') return 'Output matched the JSON schema of summaries on the first try.'
  if (schema === 'repaired') {
    return 'Output matched the JSON schema of summaries after another request. The server may not enforce schemas, so calls take longer.'
  }
  const reason = schemaFault === null ? '' : ` ${FAULT_WORDS[schemaFault]}`
  return `Output didn't match the JSON schema of summaries.${reason} Parley would discard such output and use rules and quotes instead.`
}

export const describeQuotes = ({ quotes: { total, verbatim } }: TrialResult): string =>
  total === 0 ? 'No quotes.' : `${verbatim} of ${total} quotes are in the transcript. Parley discards the others.`

/** Advice about a context length that is too small. Undefined if it is large enough or unknown. */
export const adviseContext = ({ contextTokens }: TrialResult): string | undefined =>
  contextTokens === null || contextTokens >= CONTEXT_SMALL
    ? undefined
    : `The server uses a context of ${contextTokens.toLocaleString('en')} tokens, so Parley splits most calls into parts. Increase the context length of the server, for example with OLLAMA_CONTEXT_LENGTH=32768 for Ollama, and connect the model again.`
