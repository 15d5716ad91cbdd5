/** The road from a question to an answer with its proofs, whatever it is asked about. */

import type { z } from 'zod'
import { ModelFault } from '../../core/language-model.ts'
import type { Context } from '../../core/operation.ts'
import { type EvidencePorts, gather } from './evidence.ts'
import { extractiveAnswer, type Told } from './extract/extractive.ts'
import { kindOf } from './extract/kind.ts'
import { topicOf } from './extract/topic.ts'
import { answerByModel } from './model/answer-by-model.ts'
import type { Answer, Citation, events } from './schema.ts'
import type { Scope } from './scope.ts'
import type { Proof } from './text.ts'

export type AnswerPorts = EvidencePorts & Pick<Context, 'model'>

export interface Asking {
  readonly scope: Scope
  readonly prompt: string
  /** Told at once of what has come about so far. */
  readonly listener?: Listener
}

/** What an operation with these events has as `ctx.tell`. */
export type Listener = <Name extends keyof typeof events>(
  event: Name,
  data: z.input<(typeof events)[Name]>,
) => Promise<void>

const NO_MODEL = 'The language model gave no answer; this one is made of what was said.'

/** @throws the reason of the signal */
export async function answerQuestion(ports: AnswerPorts, asking: Asking): Promise<Answer> {
  const { scope, prompt, listener = async () => {} } = asking
  const kind = kindOf(prompt)
  const evidence = await gather(ports, scope, prompt, kind === 'whole')
  await listener('evidence', { conversations: evidence.looked, used: evidence.texts.length })
  const notices = evidence.notice === null ? [] : [evidence.notice]
  let told: readonly Told[] | undefined
  if (ports.model !== undefined) {
    try {
      const made = await answerByModel({ ...ports, model: ports.model }, { scope, prompt, kind, evidence })
      if (made.notice !== null) notices.push(made.notice)
      told = made.told
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      notices.push(NO_MODEL)
    }
  }
  told ??= extractiveAnswer(prompt, kind, evidence.texts)
  const output: string[] = []
  const citations: Citation[] = []
  if (told.length === 0) {
    output.push(nothing(scope, prompt))
    await listener('text', { text: nothing(scope, prompt) })
  }
  for (const [index, { text, proofs }] of told.entries()) {
    const piece = index === 0 ? text.trimStart() : text
    output.push(piece)
    await listener('text', { text: piece })
    for (const proof of proofs) {
      const cited = citationOf(proof)
      citations.push(cited)
      await listener('citation', cited)
    }
  }
  return {
    output: output.join(''),
    citations,
    conversations_used: [...new Set(citations.flatMap(({ conversation_id: id }) => (id === null ? [] : [id])))],
    answered: told.length > 0,
    notice: notices.length === 0 ? null : notices.join(' '),
  }
}

/** Longer questions are not repeated. */
const REPEATED_MAX = 300

function nothing(scope: Scope, prompt: string): string {
  const about = prompt.length > REPEATED_MAX ? 'this question' : `“${topicOf(prompt)}”`
  if (scope.kind === 'sources') return `The knowledge base holds no answer to ${about}.`
  const isOne = scope.within.conversationIds?.length === 1
  return isOne ? `This conversation holds no answer to ${about}.` : `These conversations hold no answer to ${about}.`
}

/** @throws Error when a quote does not stand where it is said to: then nothing leaves. */
function citationOf({ of, line, quote }: Proof): Citation {
  const spoken = of.lines[line]
  if (spoken === undefined || quote === '' || !spoken.text.includes(quote)) {
    throw new Error('A quote does not stand in its line.')
  }
  const isSource = of.kind === 'source'
  return {
    type: isSource ? 'KB_SOURCE' : 'CONVERSATION',
    conversation_id: isSource ? null : of.id,
    source_id: isSource ? of.id : null,
    title: of.title,
    speaker: spoken.speaker === '' ? null : spoken.speaker,
    start: spoken.start,
    end: spoken.end,
    quote,
    segment: isSource ? null : spoken.segment,
  }
}
