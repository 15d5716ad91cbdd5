/** Interprets the instructions for a slide: its layout, and whether a block provides its content. */
import { removeLastMarks } from '../../../../core/sentence-marks.ts'
import { extractTerms } from '../../../../core/terms.ts'
import { extractQuestionTopic } from '../../../assistant/answers/index.ts'
import { isTalk } from '../../../text/extractive-summary/index.ts'
import { cutSentences } from '../../../text/sentences/index.ts'
import { capitalized, fitLine, type Layout, ROOM } from '../model/index.ts'
import type { SalesCue } from './read-talk.ts'

export interface StructureEntry {
  readonly layout_instruction: string
  readonly content_instruction: string
}

/** The earliest match determines the layout. */
const LAYOUTS: readonly (readonly [Layout, RegExp])[] = [
  ['timeline', /\b(?:time ?lines?|chronolog\w*|roadmap|milestones?|road ?map)\b/i],
  ['chart', /\b(?:charts?|graphs?|diagrams?|plot|bars?|pie|doughnut|donut|histogram)\b/i],
  ['table', /\b(?:tables?|grid|matrix|tabular|spreadsheet)\b/i],
  ['columns', /\b(?:columns?|side[ -]by[ -]side|compar\w+|versus|vs\.?|split|two[ -]sided|pros (?:and|&) cons)\b/i],
  ['quote', /\b(?:quot\w+|testimonials?|verbatim|voices?|citation)\b/i],
  ['title', /\b(?:title|cover|opening|front page|first slide)\b/i],
  ['section', /\b(?:section|divider|separator|transition|big (?:text|statement)|statement|headline)\b/i],
  ['bullets', /\b(?:bullets?|list|points?|text|paragraphs?|agenda)\b/i],
]

export const detectLayout = (instruction: string): Layout | undefined =>
  LAYOUTS.map(([layout, pattern]) => ({ layout, at: instruction.search(pattern) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at)[0]?.layout

export const BLOCKS = [
  'glance',
  'settled',
  'decisions',
  'nextSteps',
  'openQuestions',
  'values',
  'voices',
  'course',
  'chapters',
  'talkShare',
  'timeSpent',
  'topics',
  'trackers',
  'scores',
  'people',
] as const
export type BlockName = (typeof BLOCKS)[number]

/** Names of each block in requests that contain nothing more specific. */
const MEANT: readonly (readonly [BlockName, RegExp])[] = [
  [
    'nextSteps',
    /^(?:next steps?|action items?|to-?dos?|follow-?ups?|actions?|tasks?|commitments?|who does what(?: (?:by )?when)?)$/,
  ],
  [
    'decisions',
    /^(?:decisions?(?: made| taken)?|what (?:was|we|they) (?:decided|agreed)(?: on| upon)?|agreements?|outcomes?)$/,
  ],
  [
    'openQuestions',
    /^(?:open (?:questions?|points?|issues?|topics?)|unanswered questions?|what is (?:still )?open|unresolved \w+)$/,
  ],
  [
    'glance',
    /^(?:(?:executive |short |brief )?(?:summary|overview|recap|gist|key takeaways?|takeaways?|highlights?|main points?|key points?))$/,
  ],
  ['voices', /^(?:(?:customer |key |best |telling )*(?:quotes?|voices?|testimonials?)|voice of (?:the )?customer)$/],
  ['people', /^(?:people|participants?|attendees?|speakers?|who was (?:there|in|on the call)|stakeholders?|team)$/],
  [
    'talkShare',
    /^(?:(?:talk|speaking|speaker) (?:time|shares?|ratio|statistics)|who (?:spoke|talked)(?: (?:how much|most))?|(?:conversation )?statistics|share of voice)$/,
  ],
  [
    'timeSpent',
    /^(?:where (?:the )?time went|time (?:spent|per topic|by topic)|duration|length of (?:the )?(?:calls?|meetings?))$/,
  ],
  [
    'topics',
    /^(?:(?:main |key |most discussed )*topics?(?: discussed)?|themes?|key ?phrases?|what (?:it was|we talked) about)$/,
  ],
  ['trackers', /^(?:trackers?|tracked (?:phrases|words)|mentions?|watched phrases)$/],
  ['scores', /^(?:score ?cards?(?: results?)?|scores?|coaching scores?)$/],
  ['values', /^(?:fields?(?: values)?|crm fields?|extracted (?:fields|values|data)|what we know|key facts|facts)$/],
  [
    'course',
    /^(?:time ?line|history|chapters?|course of the (?:conversation|call|meeting|deal)|agenda|story so far|how we got here|conversations?|calls?|meetings?)$/,
  ],
]

const FRAME =
  /^(?:please |show |list |give |add |include |present |put |summari[sz]e |display |present )+|\b(?:the|a|an|all|our|of (?:the|this) (?:call|meeting|conversation|deal|account)|from (?:the|this) (?:call|meeting|conversation)|slide|in (?:the|this) (?:call|meeting|conversation)|with owners?(?: and (?:due )?dates?)?|(?:and|with) (?:due )?dates?)\b/gi

/** Returns the block that an instruction names. Undefined if it requests something more specific. */
export function blockMeant(content: string): BlockName | undefined {
  const bare = content
    .toLowerCase()
    .replace(FRAME, ' ')
    .replace(/[^\p{L}\p{N}\s-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return MEANT.find(([, pattern]) => pattern.test(bare))?.[0]
}

const CUES: readonly (readonly [SalesCue, RegExp])[] = [
  ['price', /^(?:pric\w*|cost\w*|budget\w*|term|money|discount\w*|commercial\w*|pay\w*|fee|rate)$/],
  ['needs', /^(?:pain|problem|challeng\w*|need|difficult\w*|struggl\w*|issu\w*|situat\w*|statu\w*|quo|trigger)$/],
  ['goals', /^(?:goal|object\w*|aim|want|achiev\w*|ambit\w*|target|vision|motiv\w*|success|criteri\w*)$/],
  ['offer', /^(?:offer\w*|propos\w*|solut\w*|recommend\w*|pitch|approach|product|valu|benefit)$/],
  ['timing', /^(?:timelin\w*|time|deadlin\w*|date|schedul\w*|mileston\w*|launch|roadmap|when)$/],
  ['worries', /^(?:object\w*|concern\w*|risk\w*|worri\w*|blocker|hesit\w*|doubt|fear|obstacl\w*)$/],
  ['complaints', /^(?:complain\w*|improv\w*|negat\w*|dissatisf\w*|unhappi|annoy\w*|frustrat\w*|weak\w*)$/],
  ['praise', /^(?:prais\w*|posit\w*|feedback|like|love|win|strength|well|highlight|satisfi\w*|happi)$/],
]
/** Words that don't change the requested content. */
const AROUND =
  /^(?:custom\w*|client|prospect|buyer|compani|team|account|deal|quot\w*|mention\w*|discuss\w*|rais\w*|key|main|import\w*|summar\w*|overview|current|busi\w*|express\w*|describ\w*|share|state|explain\w*|call|meet\w*|convers\w*|detail|includ\w*|list|slide|present\w*|show|highlight)$/

/** Returns the rule set that covers the whole instruction. Undefined if it requests something more specific. */
export function cueMeant(content: string): SalesCue | undefined {
  const terms = [...new Set(extractTerms(content))].filter(
    (term) => !AROUND.test(term) && (!isTalk(term) || isCue(term)),
  )
  if (terms.length === 0) return undefined
  return CUES.find(([, pattern]) => terms.every((term) => pattern.test(term)))?.[0]
}

const isCue = (term: string) => CUES.some(([, pattern]) => pattern.test(term))

/** Converts an instruction to a heading. */
export function toHeading(content: string, most = ROOM.title): string {
  const [first = content] = cutSentences(content.split('\n', 1).join())
  const bare = first.replace(/^(?:please |show |list |give |add |include |present |put )+(?:the |a |an |all )?/i, '')
  const about = bare.replace(
    /^what (?:was|is|were|has been|did \w+ say|do \w+ say) (?:said |discussed |mentioned )?(?:about|on|regarding) /i,
    '',
  )
  return capitalized(fitLine(removeLastMarks(extractQuestionTopic(about).replace(/:+$/, '')), most))
}
