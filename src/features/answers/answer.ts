/** The road from a question to an answer with its proofs, whatever it is asked about. */
import { ModelFault } from '../../core/language-model.ts'
import type { Context } from '../../core/operation.ts'
import { type GatherPorts, gather } from './evidence.ts'
import { extractiveAnswer } from './extract/extractive.ts'
import { kindOf } from './extract/kind.ts'
import { topicOf } from './extract/topic.ts'
import { answerByModel } from './model/answer-by-model.ts'
import type { Answer } from './schema.ts'
import type { Scope } from './scope.ts'
import { type Listener, Telling } from './telling.ts'

export type AnswerPorts = GatherPorts & Pick<Context, 'model'>

export interface Asking {
  readonly scope: Scope
  readonly prompt: string
  /** Told at once of what has come about so far. */
  readonly listener?: Listener
}

const NO_MODEL = 'The language model gave no answer; this one is made of what was said.'
const BROKE_OFF = 'The language model broke off before the end of its answer.'

/** @throws the reason of the signal */
export async function answerQuestion(ports: AnswerPorts, asking: Asking): Promise<Answer> {
  const { scope, prompt, listener = async () => {} } = asking
  const kind = kindOf(prompt)
  const evidence = await gather(ports, scope, prompt, kind === 'whole')
  await listener('evidence', { conversations: evidence.looked, used: evidence.texts.length })
  const notices = evidence.notice === null ? [] : [evidence.notice]
  const telling = new Telling(listener)
  const bySaid = async () => {
    for (const piece of extractiveAnswer(prompt, kind, evidence.texts)) await telling.tell(piece)
  }
  if (ports.model === undefined) await bySaid()
  else {
    try {
      const { model } = ports
      await answerByModel({ ...ports, model }, { scope, prompt, kind, evidence, telling, notices })
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      notices.push(telling.hasBegun ? BROKE_OFF : NO_MODEL)
      // What was told stays, and nothing made in another way is put behind it.
      if (!telling.hasBegun) await bySaid()
    }
  }
  return telling.end(nothing(scope, prompt), notices)
}

/** Longer questions are not repeated. */
const REPEATED_MAX = 300

function nothing(scope: Scope, prompt: string): string {
  const about = prompt.length > REPEATED_MAX ? 'this question' : `“${topicOf(prompt)}”`
  if (scope.kind === 'sources') return `The knowledge base holds no answer to ${about}.`
  const isOne = scope.within.conversationIds?.length === 1
  return isOne ? `This conversation holds no answer to ${about}.` : `These conversations hold no answer to ${about}.`
}
