/**
 * Creates decks with the language model. The model plans the slides, unless the request contains a structure. Then it
 * writes the slides in batches, from passages that Parley finds for each slide. Numbers and charts always come from
 * stored data. Entries without a verified quote are dropped. A slide without entries is created without the model.
 */
import { estimateTokens, type LanguageModel, ModelFault, type ModelQuery } from '../../../../core/language-model.ts'
import {
  fencedPassages,
  findQuote,
  isSupported,
  type NumberedPassage,
  newFence,
  passagesWithin,
  type ReadText,
  withLines,
} from '../../../assistant/answers/index.ts'
import { type Cite, capitalized, fitLine, formatDay, plain, ROOM, type Slide } from '../model/index.ts'
import * as story from './blocks-story.ts'
import { createBlock, type DeckSpec, withoutAsking } from './by-rules.ts'
import { type DeckReadings, type FindPorts, readAll, selectFindings } from './findings.ts'
import { createEmptySlide, FORMS, layOutFindings, ROOM_OF, type SlideForm } from './layouts.ts'
import type { DeckConversation, DeckInput } from './material.ts'
import { USUAL } from './plans.ts'
import {
  type Assigned,
  type DeckOutline,
  type FigureDescription,
  OUTLINING,
  outlined,
  outlinePrompt,
  WRITING,
  type WrittenSlides,
  writePrompt,
  written,
} from './prompt.ts'
import { sentencesWithin, toCite } from './slide-builders.ts'
import { type BlockName, detectLayout, toHeading } from './structure.ts'

export interface ByModel {
  readonly slides: readonly Slide[]
  /** Whether the model wrote at least one slide. */
  readonly wrote: boolean
  /** The first fault of a model call. */
  readonly fault: ModelFault | undefined
}

/** Token budgets: notes for the plan, passages per slide, passages per call, and output. */
const NOTES = 9_000
const FOR_SLIDE = 2_000
const OF_ASK = 9_000
const OUTLINE_TOKENS = 3_000
const WRITE_TOKENS = 4_000
/** Tokens for the prompt text, the schema, and counting errors. */
const FRAME_TOKENS = 2_200
/** Number of slides per call, and of concurrent calls. */
const BATCH = 5
const AT_ONCE = 3

interface Slot {
  readonly title: string
  readonly content: string
  readonly form: SlideForm
  /** Whether the model wrote the title, which must then be verified like other text. */
  readonly ownTitle: boolean
  /** Slide that was created without a model call. */
  readonly slide: Slide | undefined
  /** Whether the request contains this slide. It is then created even if nothing is found. */
  readonly isRequested: boolean
}

/** @throws ModelFault if the model could not plan. A fault during writing affects only the slides of that call */
export async function slidesByModel(
  ports: FindPorts,
  model: LanguageModel,
  material: DeckInput,
  wanted: DeckSpec,
): Promise<ByModel> {
  const slots =
    wanted.structure === undefined
      ? await outline(ports, model, material, wanted)
      : wanted.structure.map((entry): Slot => {
          const made = withoutAsking(entry, material, wanted.type)
          const form = FORMS.find((one) => one === detectLayout(entry.layout_instruction)) ?? 'bullets'
          const content = entry.content_instruction
          return { title: toHeading(content), content, form, ownTitle: false, slide: made, isRequested: true }
        })
  const questions = slots.map(({ content }) => content)
  const open = slots.flatMap(({ slide }, index) => (slide === undefined ? [index] : []))
  const asked = open.map((index) => questions[index] ?? '')
  const readings = await readAll(ports, material, asked)
  const told = await write(ports, model, material, wanted, slots, open, readings)
  const slides = slots.flatMap((slot, index): Slide[] => {
    if (slot.slide !== undefined) return [slot.slide]
    const entries = told.entries.get(index) ?? []
    if (entries.length > 0) return [createSlide(slot, entries, material)]
    const found = selectFindings(readings, asked, open.indexOf(index), ROOM_OF[slot.form], slot.isRequested)
    const title = slot.ownTitle ? toHeading(slot.content) : slot.title
    // The model's title has no evidence here, so the heading comes from the question instead.
    if (found.length > 0 && !slot.ownTitle) return [layOutFindings(slot.form, title, found, material)]
    return slot.isRequested ? [createEmptySlide(title, material)] : []
  })
  const cover = story.cover(material, wanted.type)
  const isBare = wanted.structure !== undefined || wanted.slides === 1
  return {
    slides: (isBare ? slides : [cover, ...slides]).slice(0, ROOM.slides),
    wrote: told.entries.size > 0,
    fault: told.fault,
  }
}

const FIGURES: readonly (FigureDescription & { readonly name: BlockName })[] = [
  { name: 'talkShare', tells: 'who spoke how much' },
  { name: 'timeSpent', tells: 'minutes a chapter or conversation' },
  { name: 'topics', tells: 'how often the main topics were said' },
  { name: 'trackers', tells: 'how often watched phrases were said' },
  { name: 'scores', tells: 'scores of scorecards' },
]

async function outline(ports: FindPorts, model: LanguageModel, material: DeckInput, wanted: DeckSpec): Promise<Slot[]> {
  const drawn = FIGURES.flatMap((one) => {
    const [slide] = createBlock(one.name, material)
    return slide === undefined ? [] : [{ ...one, slide }]
  })
  const room = Math.max(1, Math.min(wanted.slides ?? USUAL, ROOM.slides) - (wanted.slides === 1 ? 0 : 1))
  const answer = await model.object(planning(ports, model, material, wanted, drawn, room))
  const slots = answer.slides.slice(0, room).flatMap((one) => toSlots(one, drawn))
  if (slots.length === 0) throw new ModelFault('not_schema')
  return slots
}

function planning(
  { signal }: FindPorts,
  model: LanguageModel,
  material: DeckInput,
  wanted: DeckSpec,
  figures: readonly FigureDescription[],
  slides: number,
): ModelQuery & { schema: typeof outlined } {
  const fence = newFence()
  const maxOutputTokens = Math.min(OUTLINE_TOKENS, Math.floor(model.contextTokens / 4))
  const room = Math.min(NOTES, model.contextTokens - maxOutputTokens - FRAME_TOKENS)
  const data = `<data ${fence}>\n${formatNotes(material, room).join('\n')}\n</data ${fence}>`
  const kind = story.KINDS[wanted.type]
  const wishes = { kind, slides, additional_instructions: wanted.instructions ?? null }
  return {
    ...{ purpose: 'deck', system: OUTLINING, schema: outlined, maxOutputTokens, signal },
    prompt: outlinePrompt(data, fence, figures, wishes),
  }
}

function toSlots(
  { title, question, layout, figure }: DeckOutline['slides'][number],
  drawn: readonly { readonly name: BlockName; readonly slide: Slide }[],
): Slot[] {
  const slot = { title: fitLine(title, ROOM.title), content: plain(question), ownTitle: true, isRequested: false }
  if (layout === 'chart') {
    const found = drawn.find(({ name }) => name === figure)
    return found === undefined ? [] : [{ ...slot, form: 'bullets', slide: found.slide }]
  }
  return slot.content === '' ? [] : [{ ...slot, form: layout, slide: undefined }]
}

/** Formats the stored results as numbered lines. Newer conversations have priority. */
function formatNotes({ conversations }: DeckInput, room: number): string[] {
  const byTalk = conversations.toReversed().map((talk) => formatResults(talk))
  const kept: string[] = []
  let left = room
  // Takes a line of each conversation before the next of any, so that all conversations are represented.
  const longest = Math.max(0, ...byTalk.map((lines) => lines.length))
  for (let at = 0; at < longest; at++) {
    for (const lines of byTalk) {
      const line = lines[at]
      if (line === undefined) continue
      const tokens = estimateTokens(line) + 6
      if (tokens > left) return numbered(kept)
      left -= tokens
      kept.push(line)
    }
  }
  return numbered(kept)
}

const numbered = (lines: readonly string[]) => lines.map((line, index) => `[${index + 1}] ${line}`)

const LINE_MAX = 400

function formatResults(talk: DeckConversation): string[] {
  const { summary, values } = talk
  const line = (kind: string, text: string) => `${formatDay(talk.at)}, ${kind}: ${fitLine(text, LINE_MAX)}`
  return [
    line('conversation', talk.title),
    ...(summary.headline === null ? [] : [line('gist', summary.headline.text)]),
    ...summary.decisions.map(({ text }) => line('decision', text)),
    ...summary.actionItems.map(({ text, owner }) =>
      line('next step', owner === null ? text : `${owner.name}: ${text}`),
    ),
    ...summary.paragraphs.map(({ text }) => line('said', text)),
    ...summary.openQuestions.map(({ text }) => line('open', text)),
    ...values.map(({ title, value }) => line('field', `${title}: ${JSON.stringify(value)}`)),
  ]
}

interface SlideEntry {
  readonly text: string
  readonly label: string
  readonly talk: DeckConversation
  readonly cites: readonly Cite[]
  /** Cited passages, as the model received them. */
  readonly grounds: readonly string[]
}

interface SlideAnswers {
  /** Entries by slot. */
  readonly entries: Map<number, readonly SlideEntry[]>
  readonly fault: ModelFault | undefined
}

async function write(
  ports: FindPorts,
  model: LanguageModel,
  material: DeckInput,
  wanted: DeckSpec,
  slots: readonly Slot[],
  open: readonly number[],
  readings: DeckReadings,
): Promise<SlideAnswers> {
  const entries = new Map<number, readonly SlideEntry[]>()
  const batches = Array.from({ length: Math.ceil(open.length / BATCH) }, (_, at) =>
    open.slice(at * BATCH, (at + 1) * BATCH),
  )
  let fault: ModelFault | undefined
  const processBatches = async () => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      try {
        const texts = textsFor(
          readings,
          batch.map((slot) => open.indexOf(slot)),
        )
        for (const [slot, own] of await writeSome(ports, model, material, wanted, slots, batch, texts)) {
          if (own.length > 0) entries.set(slot, own)
        }
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error
        fault ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, processBatches))
  return { entries, fault }
}

/** Returns each conversation once, ranked by relevance for any of the slides. */
function textsFor(readings: DeckReadings, questions: readonly number[]): ReadText[] {
  return readings.flatMap(({ texts }) => {
    const [first, ...others] = questions.flatMap((index) => texts[index] ?? [])
    if (first === undefined || first.lineCount === 0) return []
    const place = new Float64Array(first.lineCount)
    for (const text of [first, ...others]) {
      for (let line = 0; line < place.length; line++) {
        place[line] = Math.max(place[line] ?? 0, (text.place[line] ?? 0) * (0.4 + 0.6 * text.answerability))
      }
    }
    return [{ ...withLines(first), place, weight: 1 }]
  })
}

async function writeSome(
  { signal }: FindPorts,
  model: LanguageModel,
  material: DeckInput,
  wanted: DeckSpec,
  slots: readonly Slot[],
  batch: readonly number[],
  texts: readonly ReadText[],
): Promise<[number, SlideEntry[]][]> {
  const maxOutputTokens = Math.min(WRITE_TOKENS, Math.floor(model.contextTokens / 4))
  const room = Math.min(OF_ASK, FOR_SLIDE * batch.length, model.contextTokens - maxOutputTokens - FRAME_TOKENS)
  const passages = passagesWithin(texts, Math.max(0, room))
  if (passages.length === 0) return []
  const assigned = batch.flatMap((index): Assigned[] => {
    const slot = slots[index]
    if (slot === undefined) return []
    return [{ slide: index + 1, title: slot.title, content: slot.content, layout: slot.form }]
  })
  const fence = newFence()
  const answer = await model.object({
    ...{ purpose: 'deck', system: WRITING, schema: written, maxOutputTokens, signal },
    prompt: writePrompt(fencedPassages(passages, fence), fence, assigned, wanted.instructions),
  })
  return checked(answer, batch, slots, passages, material)
}

/** Returns the entries with a verified quote that supports their text. */
function checked(
  answer: WrittenSlides,
  batch: readonly number[],
  slots: readonly Slot[],
  passages: readonly NumberedPassage[],
  { conversations }: DeckInput,
): [number, SlideEntry[]][] {
  const byNumber = new Map(passages.map((one) => [one.number, one]))
  return answer.slides.flatMap(({ slide, entries }): [number, SlideEntry[]][] => {
    const index = slide - 1
    const slot = slots[index]
    if (slot === undefined || !batch.includes(index)) return []
    const kept = entries.flatMap(({ text, label, citations }): SlideEntry[] => {
      const found = citations.flatMap(({ passage, quote }) => {
        const one = byNumber.get(passage)
        const cite = one === undefined ? undefined : citeIn(one, quote)
        return one === undefined || cite === undefined ? [] : [{ cite, shown: one.shown }]
      })
      const talk = conversations.find(({ id }) => id === found[0]?.cite.conversation)
      const said = capitalized(plain(text))
      const grounds = found.map(({ shown }) => shown)
      if (talk === undefined || !isSupported(said, [...grounds, slot.content])) return []
      return [
        { text: said, label: plain(label ?? ''), talk, cites: found.slice(0, 2).map(({ cite }) => cite), grounds },
      ]
    })
    return [[index, kept.slice(0, ROOM_OF[slot.form])]]
  })
}

/** Removes speaker and time from a quote. Models often copy them despite the prompt. */
const withoutSpeaker = (quote: string) => quote.replace(/^[^[\]]{0,120}\[[\d:]{3,8}\]:\s*/, '')

function citeIn({ of, from, to }: NumberedPassage, quote: string): Cite | undefined {
  for (let at = from; at < to; at++) {
    const line = of.lines[at]
    const found = line === undefined ? undefined : findQuote(withoutSpeaker(quote), line.text)
    if (line !== undefined && found !== undefined) return toCite(of.id, { ...line, quote: found })
  }
  return undefined
}

function createSlide(slot: Slot, entries: readonly SlideEntry[], material: DeckInput): Slide {
  const grounds = entries.flatMap((one) => one.grounds)
  const isClaim = slot.ownTitle && !isSupported(slot.title, grounds) && !HEADING.test(slot.title)
  const title = isClaim ? fitLine(entries[0]?.text ?? slot.title, ROOM.title) : slot.title
  const slide = layOutSlide(slot.form, title, entries, material)
  // The title is based on the entries, so it refers to the same conversations.
  const of = slot.ownTitle ? [...new Set(entries.flatMap(({ cites }) => cites.map((one) => one.conversation)))] : []
  return { ...slide, of }
}

/** Titles that make no claim. */
const HEADING =
  /^(?:(?:the|our|your|their|key|main|open|next|what|who|how|why|where|we|they|it|is|are|was|and|of|to|for|in|on|now|so|far|at|a|with|summary|overview|background|situation|context|goals?|needs?|challenges?|pains?|problems?|budget|pric\w+|costs?|terms|timing|timeline|dates?|plan|risks?|concerns?|objections?|questions?|issues?|decisions?|decided|agreed|steps?|actions?|outlook|proposal|proposed|propose|offer|solution|answer|results?|outcomes?|people|team|voices?|words|quotes?|glance|progress|review|recap|insights?|findings?|takeaways?|highlights?|topics?|course|conversations?|calls?|meetings?)\b[\s,:&/-]*)+$/i

function layOutSlide(form: SlideForm, title: string, entries: readonly SlideEntry[], material: DeckInput): Slide {
  const findings = entries.map(({ talk, text, cites }) => ({
    ...{ talk, text, cites, internal: undefined },
    quote: form === 'quote' ? cites.map((one) => one.quote).join(' ') || text : text,
  }))
  const slide = layOutFindings(form, title, findings, material)
  const labels = entries.map(({ label }) => label)
  if (slide.layout === 'timeline') {
    return {
      ...slide,
      events: slide.events.map((event, at) => ({
        ...event,
        when: fitLine(labels[at] || event.when, 24),
        text: entries[at] === undefined ? event.text : sentencesWithin(entries[at].text, ROOM.eventText),
        title: fitLine(entries[at]?.text ?? event.title, ROOM.eventTitle),
      })),
    }
  }
  if (slide.layout === 'table' && labels.every((label) => label !== '')) {
    return {
      ...slide,
      columns: [
        { name: 'Topic', share: 0.26 },
        { name: 'Statement', share: 0.54 },
        { name: 'Speaker', share: 0.2 },
      ],
      rows: slide.rows.map((row, at) => ({
        ...row,
        cells: [fitLine(labels[at] ?? '', ROOM.cell), row.cells[0] ?? '', row.cells[1] ?? ''],
      })),
    }
  }
  if (slide.layout === 'columns') {
    const names = [...new Set(labels.filter((label) => label !== ''))]
    const [left, right] = names
    if (left === undefined || right === undefined || names.length !== 2) return slide
    const column = (name: string) => ({
      heading: fitLine(name, ROOM.heading),
      points: entries
        .filter(({ label }) => label === name)
        .slice(0, ROOM.columnPoints)
        .map(({ text, talk, cites }) => ({
          text: sentencesWithin(text, ROOM.columnPoint),
          of: [talk.id],
          cites: [...cites],
        })),
    })
    return { ...slide, left: column(left), right: column(right) }
  }
  return slide
}
