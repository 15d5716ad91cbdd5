/** Language models and embeddings that only see redacted text. */
import type { Embedding } from '../../../core/embedding.ts'
import type { LanguageModel, TurnMessage } from '../../../core/language-model.ts'
import type { SpanFinder } from './kinds.ts'
import { createRedactionSession, maskPlainly, type RedactionSession } from './redaction-session.ts'

/** Called before every request, so that changed settings apply immediately. Rejects if the settings are unavailable. */
export type FindForModels = () => Promise<SpanFinder | undefined>

const COPY_MARKS =
  'Words in brackets with a number, such as [EMAIL_1], stand for something that is hidden from you. Copy them letter by ' +
  'letter where you quote or need them, and never guess what they stand for.'

export function redactingModel(model: LanguageModel, findForModels: FindForModels): LanguageModel {
  const veilFor = async (): Promise<RedactionSession | undefined> => {
    const find = await findForModels()
    return find === undefined ? undefined : createRedactionSession(find)
  }
  /** Hides matches first. Adds the instruction only if something was hidden. */
  const hidePrompt = <A extends { readonly system: string; readonly prompt: string }>(
    ask: A,
    veil: RedactionSession,
  ): A => {
    const prompt = veil.hide(ask.prompt)
    return { ...ask, prompt, system: extendSystemPrompt(ask.system, veil) }
  }
  return {
    name: model.name,
    contextTokens: model.contextTokens,
    async object(ask) {
      const veil = await veilFor()
      if (veil === undefined) return model.object(ask)
      const { soFar } = ask
      const shown = soFar && {
        ...soFar,
        onPartial: (part: Parameters<typeof soFar.onPartial>[0]) => soFar.onPartial(veil.showDeep(part)),
      }
      return veil.showDeep(await model.object({ ...hidePrompt(ask, veil), soFar: shown }))
    },
    async text(ask) {
      const veil = await veilFor()
      return veil === undefined ? model.text(ask) : veil.show(await model.text(hidePrompt(ask, veil)))
    },
    async *stream(ask) {
      const veil = await veilFor()
      if (veil === undefined) yield* model.stream(ask)
      else yield* veil.showPieces(model.stream(hidePrompt(ask, veil)))
    },
    async turn(ask) {
      const veil = await veilFor()
      if (veil === undefined) return model.turn(ask)
      const messages = ask.messages.map((message) => hideMessage(message, veil))
      const { text, calls, leftOut } = await model.turn({
        ...ask,
        messages,
        system: extendSystemPrompt(ask.system, veil),
      })
      return {
        text: veil.show(text),
        calls: calls.map((call) => ({ ...call, args: veil.showDeep(call.args) })),
        leftOut,
      }
    },
  }
}

const extendSystemPrompt = (system: string, veil: RedactionSession) =>
  veil.isUsed() ? `${system}\n\n${COPY_MARKS}` : system

function hideMessage(message: TurnMessage, veil: RedactionSession): TurnMessage {
  const text = veil.hide(message.text)
  if (message.role !== 'assistant') return { ...message, text }
  return { ...message, text, calls: message.calls.map((call) => ({ ...call, args: veil.hideDeep(call.args) })) }
}

export function redactingEmbedding(embedding: Embedding, findForModels: FindForModels): Embedding {
  return {
    model: embedding.model,
    floor: embedding.floor,
    async embed(texts, purpose, signal) {
      const find = await findForModels()
      const shown = find === undefined ? texts : texts.map((text) => maskPlainly(text, find))
      return embedding.embed(shown, purpose, signal)
    },
    close: () => embedding.close(),
  }
}
