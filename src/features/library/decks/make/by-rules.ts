/** Creates decks without a language model, from stored results and from passages that answer questions. */
import { cutSentences } from '../../../text/sentences/index.ts'
import { type Layout, ROOM, type Slide } from '../model/index.ts'
import * as numbers from './blocks-numbers.ts'
import * as outcome from './blocks-outcome.ts'
import { listReplacedTitles } from './blocks-outcome.ts'
import type { DeckKind } from './blocks-story.ts'
import * as story from './blocks-story.ts'
import { cued } from './cues.ts'
import { type FindPorts, readAll, selectFindings } from './findings.ts'
import { createEmptySlide, FORMS, layOutFindings, ROOM_OF, type SlideForm } from './layouts.ts'
import type { DeckInput } from './material.ts'
import { LONG_RANK, PLANS, type Planned, USUAL } from './plans.ts'
import { type BlockSlides, section } from './slide-builders.ts'
import { type BlockName, blockMeant, cueMeant, detectLayout, type StructureEntry, toHeading } from './structure.ts'

const MAKERS: Readonly<Record<BlockName, (material: DeckInput, said?: ReadonlySet<string>) => BlockSlides>> = {
  glance: outcome.buildSummarySlide,
  settled: outcome.buildDecisionsSlide,
  decisions: outcome.decisions,
  nextSteps: outcome.nextSteps,
  openQuestions: outcome.openQuestions,
  values: outcome.values,
  voices: story.voices,
  course: story.course,
  chapters: story.chapters,
  talkShare: numbers.talkShare,
  timeSpent: numbers.timeSpent,
  topics: numbers.topics,
  trackers: numbers.trackers,
  scores: numbers.scores,
  people: numbers.people,
}

/** @param said texts that other slides already contain */
export const createBlock = (name: BlockName, material: DeckInput, said?: ReadonlySet<string>): BlockSlides =>
  MAKERS[name](material, said)

export interface DeckSpec {
  readonly type: DeckKind
  /** Maximum number of slides. Undefined for the usual number, as far as there is content. */
  readonly slides: number | undefined
  readonly structure: readonly StructureEntry[] | undefined
  /** Instructions of the user. Without a model, topics to look for. */
  readonly instructions: string | undefined
}

/** Follows `wanted.structure`, or the plan of the deck type. Returns at least one slide. */
export async function slidesByRules(
  ports: FindPorts,
  material: DeckInput,
  wanted: DeckSpec,
): Promise<readonly Slide[]> {
  return wanted.structure === undefined
    ? byPlan(ports, material, wanted)
    : byStructure(ports, material, wanted.type, wanted.structure)
}

interface Ranked {
  readonly slide: Slide
  readonly rank: number
}

/** Rank offset of further pages, which only long decks contain. */
const NEXT_PAGE = LONG_RANK
/** Rank of slides for the user's instructions. */
const HINT_RANK = 2.5
const HINTS_MAX = 5

async function byPlan(ports: FindPorts, material: DeckInput, wanted: DeckSpec): Promise<readonly Slide[]> {
  const [first, ...rest] = PLANS[wanted.type]
  // Inserted after the first slide, which is the overview.
  const plan: readonly Planned[] = [...(first === undefined ? [] : [first]), ...hintsIn(wanted.instructions), ...rest]
  const said = new Set<string>()
  const byCue = plan.map((one) => {
    const found = 'cue' in one ? cued(material, one.cue, ROOM_OF[one.form], said) : []
    for (const { text } of found) said.add(text)
    return found
  })
  const questions = plan.flatMap((one, at) => ('question' in one && byCue[at]?.length === 0 ? [one.question] : []))
  const readings = await readAll(ports, material, questions)
  const slides = plan.flatMap((one, at): Ranked[] => {
    if ('block' in one) {
      return createBlock(one.block, material, said).map((slide, page) => ({
        slide,
        rank: one.rank + (page === 0 ? 0 : NEXT_PAGE + page),
      }))
    }
    const cues = byCue[at] ?? []
    const room = ROOM_OF[one.form]
    const found = cues.length > 0 ? cues : selectFindings(readings, questions, questions.indexOf(one.question), room)
    return found.length === 0 ? [] : [{ slide: layOutFindings(one.form, one.title, found, material), rank: one.rank }]
  })
  return withinRoom(removeReplaced(slides), material, wanted)
}

/** Removes slides that a combined slide replaces. */
function removeReplaced(slides: readonly Ranked[]): readonly Ranked[] {
  const stoodFor = new Set(slides.flatMap(({ slide }) => listReplacedTitles(slide.title)))
  return slides.filter(({ slide }) => !stoodFor.has(slide.title))
}

/** Converts instructions to questions, one per sentence. */
function hintsIn(instructions: string | undefined): Planned[] {
  if (instructions === undefined) return []
  return instructions
    .split(/;\s+|\n+/)
    .flatMap((part) => cutSentences(part))
    .map((one) => one.replace(/[;.]+$/, ''))
    .filter((one) => one.split(/\s+/).length > 1)
    .slice(0, HINTS_MAX)
    .map((one): Planned => {
      const name = blockMeant(one)
      const form = toForm(detectLayout(one)) ?? 'bullets'
      return name === undefined
        ? { question: one, title: toHeading(one), form, rank: HINT_RANK }
        : { block: name, rank: HINT_RANK }
    })
}

/** Returns the cover and the highest ranked slides, in the order of the plan. */
function withinRoom(
  slides: readonly Ranked[],
  material: DeckInput,
  { type, slides: most }: DeckSpec,
): readonly Slide[] {
  const unlike = slides.filter(
    ({ slide }, index) => slides.findIndex((other) => other.slide.title === slide.title) === index,
  )
  const usual = most === undefined ? unlike.filter(({ rank }) => rank < LONG_RANK) : unlike
  // Every conversation with text has a chapter slide.
  const all = usual.length > 0 ? usual : story.chapters(material).map((slide) => ({ slide, rank: 0 }))
  const room = Math.min(most ?? USUAL, ROOM.slides)
  const cover = story.cover(material, type)
  if (room === 1) return [all.toSorted((a, b) => a.rank - b.rank)[0]?.slide ?? cover]
  const kept = new Set(all.toSorted((a, b) => a.rank - b.rank).slice(0, room - 1))
  return [cover, ...all.filter((one) => kept.has(one)).map(({ slide }) => slide)]
}

const isForm = (layout: Layout | undefined): layout is SlideForm => FORMS.some((form) => form === layout)
const toForm = (layout: Layout | undefined): SlideForm | undefined => (isForm(layout) ? layout : undefined)

/** Creates one slide per entry, also if nothing is found. */
async function byStructure(
  ports: FindPorts,
  material: DeckInput,
  type: DeckKind,
  entries: readonly StructureEntry[],
): Promise<readonly Slide[]> {
  const ready = entries.map((entry) => withoutAsking(entry, material, type))
  const questions = entries.flatMap(({ content_instruction: content }, index) =>
    ready[index] === undefined ? [content] : [],
  )
  const readings = await readAll(ports, material, questions)
  let next = 0
  return entries.map((entry, index) => {
    const made = ready[index]
    if (made !== undefined) return made
    const form = toForm(detectLayout(entry.layout_instruction)) ?? 'bullets'
    const found = selectFindings(readings, questions, next++, ROOM_OF[form], true)
    const title = toHeading(entry.content_instruction)
    return found.length === 0 ? createEmptySlide(title, material) : layOutFindings(form, title, found, material)
  })
}

/** Creates the slide of an entry that needs no question. Undefined if the conversations must be searched. */
export function withoutAsking(entry: StructureEntry, material: DeckInput, type: DeckKind): Slide | undefined {
  const { layout_instruction: look, content_instruction: content } = entry
  const layout = detectLayout(look)
  const title = toHeading(content)
  if (layout === 'title') return { ...story.cover(material, type), ...(content.trim() === '' ? {} : { title }) }
  if (layout === 'section') return section(title, '')
  const name = blockMeant(content) ?? (layout === 'chart' ? chartMeant(content) : undefined)
  if (name !== undefined) {
    const made = createBlock(name, material)
    const fits = made.find((slide) => slide.layout === layout) ?? (layout === undefined ? made[0] : undefined)
    // The content in another layout is better than an empty slide in the requested one.
    return fits ?? made[0] ?? createEmptySlide(title, material)
  }
  // Charts require numbers, which transcripts don't provide.
  if (layout === 'chart') return createEmptySlide(title, material)
  const cue = cueMeant(content)
  const form = toForm(layout) ?? 'bullets'
  const found = cue === undefined ? [] : cued(material, cue, ROOM_OF[form], new Set())
  return found.length === 0 ? undefined : layOutFindings(form, title, found, material)
}

const CHARTS: readonly (readonly [BlockName, RegExp])[] = [
  ['talkShare', /\b(?:talk\w*|spok\w*|speak\w*|shares?|participation|who)\b/i],
  ['timeSpent', /\b(?:time|minutes|duration|length|hours)\b/i],
  ['scores', /\b(?:scor\w+|quality|performance)\b/i],
  ['trackers', /\b(?:mention\w*|track\w*|competitors?|phrases?)\b/i],
  ['topics', /\b(?:topics?|themes?|subjects?|words?|about|discuss\w*)\b/i],
]

const chartMeant = (content: string): BlockName | undefined => CHARTS.find(([, pattern]) => pattern.test(content))?.[0]
