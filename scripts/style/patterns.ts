/**
 * Patterns of wording and names that `docs/style.md` rules out. A hit is a candidate: a few are correct English in their
 * context, so the check holds the number of hits and not each hit.
 */

/** Kind of text: comment, Markdown, interface copy, tool or API description, or error message. */
export type ProseSurface = 'comment' | 'doc' | 'ui' | 'tool' | 'api' | 'error'

/** Kind of name: of a file, a type or a function. `length`: the first line of a function and its number of lines. */
export type NameSurface = 'file' | 'type' | 'function' | 'length'

export interface StylePattern {
  readonly name: string
  readonly surfaces: readonly (ProseSurface | NameSurface)[]
  /** Whether a text, a sentence or a name breaks the rule; a `RegExp` without the flag `g`. */
  readonly matches: RegExp | ((text: string) => boolean)
  readonly advice: string
  /** Part of a text that is examined: every place, the start of the text, or each sentence. */
  readonly scope: 'anywhere' | 'start' | 'sentence'
  /** Whether only doc comments are examined, not `//` comments. */
  readonly isDocOnly?: boolean
  /** Whether only descriptions of parameters and properties are examined. */
  readonly isParameterOnly?: boolean
}

const PROSE: readonly ProseSurface[] = ['comment', 'doc', 'ui', 'tool', 'api', 'error']
const COPY: readonly ProseSurface[] = ['doc', 'ui', 'tool', 'api', 'error']

const WORDS_MAX = 30
/** Maximum number of lines of a function. */
const FUNCTION_LINES_MAX = 120

export const STYLE_PATTERNS: readonly StylePattern[] = [
  {
    name: 'doc-opening',
    surfaces: ['comment'],
    matches: /^(Of|By|Where|Who|Whose|Whom|Whoever|What|Whatever|That|Those|Which)\b/,
    advice: 'Start a doc comment with a noun phrase or a third-person verb.',
    scope: 'start',
    isDocOnly: true,
  },
  {
    name: 'doc-opening-soft',
    surfaces: ['comment'],
    matches:
      /^(So that|As|Such|Beside|Besides|From|Until|Without|None|Nothing|Nobody|Neither|Under|Behind|Among|Else)\b/,
    advice: 'Start a doc comment with a noun phrase or a third-person verb.',
    scope: 'start',
    isDocOnly: true,
  },
  {
    name: 'description-opening',
    surfaces: ['tool', 'api'],
    matches: /^(Of|By|Where|Who|Whose|Whom|Whoever|Whatever|That|Those|So that|As)\b/,
    advice: 'Start a description with a noun phrase or a third-person verb.',
    scope: 'start',
  },
  {
    name: 'short-parameter',
    surfaces: ['tool', 'api'],
    matches: /^\S+(\s\S+){0,2}$/,
    advice: 'Describe the effect, unit or format, and an example in more than three words.',
    scope: 'start',
    isParameterOnly: true,
  },
  {
    name: 'bare-relative',
    surfaces: COPY,
    matches: /^(Who|Whoever|Whom|Whose|What|Whatever|Those)\b[^?]*[.;:]$/,
    advice: 'Give the sentence a noun as its subject: "A user who …", "The fields that …".',
    scope: 'sentence',
  },
  {
    name: 'tell',
    surfaces: PROSE,
    // "Too few to tell" is about people, not about software.
    matches: /(?<!\btoo few (?:calls )?to )\b(tells?|told|telling)\b/i,
    advice: 'Use returns, shows, lists, describes, reports or documents.',
    scope: 'anywhere',
  },
  {
    name: 'is-no',
    surfaces: PROSE,
    matches: /(?<!\bthere )\b(is|are|was|were|be) no (?!longer|more\b|different|such\b|less\b|fewer\b)[a-z]/i,
    advice: 'Write "isn\'t a …".',
    scope: 'anywhere',
  },
  {
    name: 'there-is-no-such',
    surfaces: ['error'],
    matches: /\bThere is no such\b|\bno such\b/i,
    advice: 'Name the resource and its ID: "No folder has the ID …".',
    scope: 'anywhere',
  },
  {
    name: 'this-error',
    surfaces: ['error'],
    matches: /^This (must|cannot|needs|is|was|has|can|narrows|does)\b/,
    advice: 'Name the field and the allowed values.',
    scope: 'start',
  },
  {
    name: 'left-out-stays',
    surfaces: COPY,
    matches: /\bleft out stays?\b|\bwhat is left out\b|\bwhat is omitted\b/i,
    advice: 'Write "Omitted fields keep their values."',
    scope: 'anywhere',
  },
  {
    name: 'stands',
    surfaces: PROSE,
    matches: /\b(stands|stood)\b|\bstand (in|on|by|for|behind|beside|here|there|still|twice|alone)\b/i,
    advice: 'Use is, appears, is stored, is listed, depends on or represents.',
    scope: 'anywhere',
  },
  {
    name: 'comes-of',
    surfaces: PROSE,
    matches: /\b(comes?|came|becomes?|became) (of|about)\b/i,
    advice: 'Name the result: result, outcome, status; or use happens, is created.',
    scope: 'anywhere',
  },
  {
    name: 'any-more',
    surfaces: PROSE,
    matches: /\bany ?more\b/i,
    advice: 'Use no longer.',
    scope: 'anywhere',
  },
  {
    name: 'archaic',
    surfaces: PROSE,
    matches:
      /\b(anew|beside|besides|meanwhile|wherefore|thereof|hitherto|mends?|mended|reckons?|rests on|for once|by then|of late)\b/i,
    advice: 'Use again, next to, in addition, since then, repairs, is based on.',
    scope: 'anywhere',
  },
  {
    name: 'for-good',
    surfaces: PROSE,
    matches: /\bfor good\b|\bat once\b/i,
    advice: 'Use permanently, immediately, or in one request.',
    scope: 'anywhere',
  },
  {
    name: 'leads-to',
    surfaces: PROSE,
    matches: /\bleads? (to|back|from|out|away|into|there|nowhere|them|where)\b/i,
    advice: 'Links open or go to a page; endpoints redirect to a URL.',
    scope: 'anywhere',
  },
  {
    name: 'is-asked',
    surfaces: PROSE,
    matches: /\b(is|are|was|were|be|been|being) asked\b|\bask(s|ed)? (of|whether)\b/i,
    advice: 'Services are called, databases are queried, fields are evaluated.',
    scope: 'anywhere',
  },
  {
    name: 'takes-away',
    surfaces: COPY,
    matches:
      /\b(take|takes|taken|took)( \w+)? (away|off|out)\b|\bput(s|ting)? (away|on it)\b|\b(lets?|let) (\w+ )?in\b/i,
    advice: 'Use removes, deletes, archives, dismisses, grants access.',
    scope: 'anywhere',
  },
  {
    name: 'makes',
    surfaces: COPY,
    matches: /\b(makes|made|make) (a|an|one|the|decks?|keys?|insights?|scorecards?)\b/i,
    advice: 'Use creates, generates or sets.',
    scope: 'anywhere',
  },
  {
    name: 'gives',
    surfaces: ['tool', 'api', 'doc'],
    matches: /\b(gives|gave|is given|are given|is had|are had|can be had)\b/i,
    advice: 'Use returns, sets, assigns, or is available.',
    scope: 'anywhere',
  },
  {
    name: 'figurative',
    surfaces: ['comment', 'doc', 'tool', 'api', 'ui'],
    matches:
      /\b(doors?|the house|gist|grounds?|stretch(es)?|veil(s|ed)?|shel(f|ves)|in the dress|sieve|give way|gives way|left behind|kept answers?|lays? over|laid over|at work on|holds? (up|off)|sets? off|found out)\b/i,
    advice: 'Use the standard term of docs/glossary.md.',
    scope: 'anywhere',
  },
  {
    name: 'moment',
    surfaces: ['comment', 'doc', 'tool', 'api', 'ui'],
    matches: /\bmoments?\b/i,
    advice: 'Use search result, match, timestamp or "Try again later".',
    scope: 'anywhere',
  },
  {
    name: 'mail',
    surfaces: ['ui', 'tool', 'api', 'doc'],
    matches: /\be-mails?\b|\bmails? (a|an|the|is|you)\b|\bby mail\b|\bMails?\b/,
    advice: 'Use email, as a noun and in "send an email".',
    scope: 'anywhere',
  },
  {
    name: 'whole-set',
    surfaces: ['tool', 'api'],
    matches: /\b(replaced whole|the whole (set|list|new)|as a list:)/i,
    advice: 'Write "Replaces all …".',
    scope: 'anywhere',
  },
  {
    name: 'long-sentence',
    surfaces: PROSE,
    matches: (sentence) => sentence.split(/\s+/).length > WORDS_MAX,
    advice: `Split sentences of more than ${WORDS_MAX} words.`,
    scope: 'sentence',
  },
  {
    name: 'semicolons',
    surfaces: ['doc', 'tool', 'api', 'ui'],
    matches: /;[^;]*;/,
    advice: 'Split: at most one semicolon in a sentence.',
    scope: 'sentence',
  },
  {
    name: 'file-name',
    surfaces: ['file'],
    matches:
      /(^|\/)(told|asked|said|keep|kept-answers|aside|give-way|left-behind|doors|base|once|once-under-lease|tell|settle|telling|reading|found|wants|visit|judged|putting|whose|each|again|next-try|term-letters|search-tend|veil|talk|talks|moments|asked-of|steps-asked|tools-told|told-talk|stand-in)(-[a-z]+)?\.(ts|worker\.ts|browser\.ts)$/,
    advice: 'Name a file after its main export, or after its role: queries, schema, model, serialize, mutate.',
    scope: 'anywhere',
  },
  {
    name: 'type-name',
    surfaces: ['type'],
    matches:
      /^(Told|Asked|Asking|Found|Held|Known|Wanted|Given|Standing|Said|Place|Placed|Piece|Kept|Taken|Settled|Lack|Hold|Look|Looked|Begun|Ended|Ending|Going|Near|Among|Within|Whole|Worth|Made|Meant|Worded|Weighed|Figured|Featured|Outlined|Judged|Recorded|Received|Ground|Grounded|Stretch|Telling|Reading|Meaning|Shape|Kind|Thing|Person|People|Line|Part|Talk|Turn|Mark|Due|Change|Chosen|Answered|Prompted|Guarded|Counted|Carried|Moment|Visit|Visitor|Veil|Shelf|Room|Space|Spot|Habits|Wishes|Needs|Patience|Survey|Surroundings|Circumstances|Leaning|Dependences|Dress|Strength|Scene|Aside|PutTo|PutTogether)$/,
    advice: 'Give the type a noun with its domain.',
    scope: 'anywhere',
  },
  {
    name: 'function-of',
    surfaces: ['function'],
    matches: /[a-z0-9]Of$/,
    advice: 'Name the action: get…, to…, parse…, format…, count…; or use a noun for a constant map.',
    scope: 'anywhere',
  },
  {
    name: 'function-tell',
    surfaces: ['function'],
    matches:
      /^(tell|told|retell|asked|said|settle|keep|kept|hold|held|tend|look|see|sees|seen|begin|forget|mend)([A-Z]|$)/,
    advice: 'Use serialize…, parse…, reconcile…, save…, lock…, maintain…, start…, clear….',
    scope: 'anywhere',
  },
  {
    name: 'long-function',
    surfaces: ['length'],
    matches: (text) => Number(/(\d+) lines$/.exec(text)?.[1]) > FUNCTION_LINES_MAX,
    advice: `Take functions of more than ${FUNCTION_LINES_MAX} lines apart.`,
    scope: 'anywhere',
  },
]
