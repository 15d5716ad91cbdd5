/** Creates the document of a deck from a request. */

import { ModelFault } from '../../../../core/language-model.ts'
import type { Context } from '../../../../core/operation.ts'
import { type DeckDocument, listCites, type Slide } from '../model/index.ts'
import { slidesByModel } from './by-model.ts'
import { type DeckSpec, slidesByRules } from './by-rules.ts'
import type { DeckContext } from './context.ts'
import { type DeckInput, gather } from './material.ts'

export interface MadeDeck {
  readonly title: string
  readonly document: DeckDocument
  /** Content hash of the transcript that the deck was created from, by conversation. */
  readonly marks: ReadonlyMap<string, string>
  readonly model: string | null
  readonly fault: ModelFault['fault'] | null
}

/** @returns undefined if the conversations contain no text */
export async function makeDeck(ctx: Context, context: DeckContext, wanted: DeckSpec): Promise<MadeDeck | undefined> {
  const material = await gather(ctx, context)
  if (material.conversations.length === 0) return undefined
  const { slides, model, fault } = await createSlides(ctx, material, wanted)
  const used = listUsedConversations(material, slides)
  return {
    title: material.title,
    document: {
      version: 1,
      slides: [...slides],
      sources: used.map(({ id, title, at }) => ({ id, title, at, of: [id] })),
    },
    marks: new Map(used.map(({ id, mark }) => [id, mark])),
    ...{ model, fault },
  }
}

async function createSlides(ctx: Context, material: DeckInput, wanted: DeckSpec) {
  const { model } = ctx
  let fault: ModelFault['fault'] | null = null
  if (model !== undefined) {
    try {
      const made = await slidesByModel(ctx, model, material, wanted)
      fault = made.fault?.fault ?? null
      if (made.wrote) return { slides: made.slides, model: model.name, fault }
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      fault = error.fault
    }
  }
  return { slides: await slidesByRules(ctx, material, wanted), model: null, fault }
}

/** Returns the conversations that the slides refer to, or all if the slides refer to none. */
function listUsedConversations({ conversations }: DeckInput, slides: readonly Slide[]) {
  const told = new Set(slides.flatMap((slide) => [...idsIn(slide), ...listCites(slide).map((one) => one.conversation)]))
  const used = conversations.filter(({ id }) => told.has(id))
  return used.length > 0 ? used : conversations
}

/** Collects all nested `of` lists. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'of' ? (inner as string[]) : idsIn(inner)))
}
