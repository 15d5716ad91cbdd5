/** Creates decks without a language model, from stored results and from passages that answer questions. */
import { type Layout, ROOM, type Slide } from '../model/index.ts'
import * as numbers from './blocks-numbers.ts'
import * as outcome from './blocks-outcome.ts'
import { standsFor } from './blocks-outcome.ts'
import type { DeckType } from './blocks-story.ts'
import * as story from './blocks-story.ts'
import { cued } from './cues.ts'
import { type FindPorts, findingsOf, readAll } from './findings.ts'
import { FORMS, type Form, laidOut, nothingFound, ROOM_OF } from './layouts.ts'
import type { Material } from './material.ts'
import { LONG_RANK, PLANS, type Planned, USUAL } from './plans.ts'
import { type Made, section } from './slide-builders.ts'
import { type BlockName, blockMeant, cueMeant, type Entry, headingOf, layoutOf } from './structure.ts'

const MAKERS: Readonly<Record<BlockName, (material: Material, said?: ReadonlySet<string>) => Made>> = {
  glance: outcome.glance,
  settled: outcome.settled,
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
export const blockOf = (name: BlockName, material: Material, said?: ReadonlySet<string>): Made =>
  MAKERS[name](material, said)

export interface Wanted {
  readonly type: DeckType
  /** Maximum number of slides. Undefined for the usual number, as far as there is content. */
  readonly slides: number | undefined
  readonly structure: readonly Entry[] | undefined
  /** Instructions of the user. Without a model, topics to look for. */
  readonly instructions: string | undefined
}

/** Follows `wanted.structure`, or the plan of the deck type. Returns at least one slide. */
export async function slidesByRules(ports: FindPorts, material: Material, wanted: Wanted): Promise<readonly Slide[]> {
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

async function byPlan(ports: FindPorts, material: Material, wanted: Wanted): Promise<readonly Slide[]> {
  const [first, ...rest] = PLANS[wanted.type]
  // Inserted after the first slide, which is the overview.
  const plan: readonly Planned[] = [...(first === undefined ? [] : [first]), ...hintsIn(wanted.instructions), ...rest]
  const said = new Set<string>()
  const byCue = plan.map((one) => {
    const found = 'cue' in one ? cued(material, one.cue, ROOM_OF[one.form], said) : []
    for (const { text } of found) said.add(text)
    return found
  })
  const questions = plan.flatMap((one, at) => ('asks' in one && byCue[at]?.length === 0 ? [one.asks] : []))
  const readings = await readAll(ports, material, questions)
  const slides = plan.flatMap((one, at): Ranked[] => {
    if ('block' in one) {
      return blockOf(one.block, material, said).map((slide, page) => ({
        slide,
        rank: one.rank + (page === 0 ? 0 : NEXT_PAGE + page),
      }))
    }
    const cues = byCue[at] ?? []
    const room = ROOM_OF[one.form]
    const found = cues.length > 0 ? cues : findingsOf(readings, questions, questions.indexOf(one.asks), room)
    return found.length === 0 ? [] : [{ slide: laidOut(one.form, one.title, found, material), rank: one.rank }]
  })
  return withinRoom(once(slides), material, wanted)
}

/** Removes slides that a combined slide replaces. */
function once(slides: readonly Ranked[]): readonly Ranked[] {
  const stoodFor = new Set(slides.flatMap(({ slide }) => standsFor(slide.title)))
  return slides.filter(({ slide }) => !stoodFor.has(slide.title))
}

/** Converts instructions to questions, one per sentence. */
function hintsIn(instructions: string | undefined): Planned[] {
  if (instructions === undefined) return []
  return instructions
    .split(/(?<=[.?!;])\s+|\n+/)
    .map((one) => one.trim().replace(/[;.]+$/, ''))
    .filter((one) => one.split(/\s+/).length > 1)
    .slice(0, HINTS_MAX)
    .map((one): Planned => {
      const name = blockMeant(one)
      const form = formOf(layoutOf(one)) ?? 'bullets'
      return name === undefined
        ? { asks: one, title: headingOf(one), form, rank: HINT_RANK }
        : { block: name, rank: HINT_RANK }
    })
}

/** Returns the cover and the highest ranked slides, in the order of the plan. */
function withinRoom(slides: readonly Ranked[], material: Material, { type, slides: most }: Wanted): readonly Slide[] {
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

const isForm = (layout: Layout | undefined): layout is Form => FORMS.some((form) => form === layout)
const formOf = (layout: Layout | undefined): Form | undefined => (isForm(layout) ? layout : undefined)

/** Creates one slide per entry, also if nothing is found. */
async function byStructure(
  ports: FindPorts,
  material: Material,
  type: DeckType,
  entries: readonly Entry[],
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
    const form = formOf(layoutOf(entry.layout_instruction)) ?? 'bullets'
    const found = findingsOf(readings, questions, next++, ROOM_OF[form], true)
    const title = headingOf(entry.content_instruction)
    return found.length === 0 ? nothingFound(title, material) : laidOut(form, title, found, material)
  })
}

/** Creates the slide of an entry that needs no question. Undefined if the conversations must be searched. */
export function withoutAsking(entry: Entry, material: Material, type: DeckType): Slide | undefined {
  const { layout_instruction: look, content_instruction: content } = entry
  const layout = layoutOf(look)
  const title = headingOf(content)
  if (layout === 'title') return { ...story.cover(material, type), ...(content.trim() === '' ? {} : { title }) }
  if (layout === 'section') return section(title, '')
  const name = blockMeant(content) ?? (layout === 'chart' ? chartMeant(content) : undefined)
  if (name !== undefined) {
    const made = blockOf(name, material)
    const fits = made.find((slide) => slide.layout === layout) ?? (layout === undefined ? made[0] : undefined)
    // The content in another layout is better than an empty slide in the requested one.
    return fits ?? made[0] ?? nothingFound(title, material)
  }
  // Charts require numbers, which transcripts don't provide.
  if (layout === 'chart') return nothingFound(title, material)
  const cue = cueMeant(content)
  const form = formOf(layout) ?? 'bullets'
  const found = cue === undefined ? [] : cued(material, cue, ROOM_OF[form], new Set())
  return found.length === 0 ? undefined : laidOut(form, title, found, material)
}

const CHARTS: readonly (readonly [BlockName, RegExp])[] = [
  ['talkShare', /\b(?:talk\w*|spok\w*|speak\w*|shares?|participation|who)\b/i],
  ['timeSpent', /\b(?:time|minutes|duration|length|hours)\b/i],
  ['scores', /\b(?:scor\w+|quality|performance)\b/i],
  ['trackers', /\b(?:mention\w*|track\w*|competitors?|phrases?)\b/i],
  ['topics', /\b(?:topics?|themes?|subjects?|words?|about|discuss\w*)\b/i],
]

const chartMeant = (content: string): BlockName | undefined => CHARTS.find(([, pattern]) => pattern.test(content))?.[0]
