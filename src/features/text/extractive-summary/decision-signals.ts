/** Signals of decisions: words of choice and agreement, how others react, and what speaks against a decision. */
import {
  AGENDA,
  ASKS_FIRST,
  BROKEN,
  CLOSES,
  CONDITION_FIRST,
  FRAGMENT,
  findHeads,
  GENERAL,
  HEDGE,
  HERE,
  NEGATION,
  PAST,
  plainText,
  RECAP,
  spokenText,
  VAGUE,
  WISH,
} from './cues.ts'
import { type Dialog, findAntecedent, findDialogSignals } from './dialog.ts'
import { dueIn } from './due-dates.ts'
import { flag, type Signals } from './logistic.ts'
import type { TranscriptSentence } from './sentences.ts'

const SHORTEST = 4
/** Maximum number of words. Longer sentences explain rather than decide. */
const LONGEST = 50
const CHOOSE =
  '(?:go (?:with|for|ahead|into|away)|use|keep (?!going|you|\\w+ing)|stick|drop|remove|include|exclude|ship|launch|target|postpone|delay|merge|proceed|cancel|skip|replace|switch|stop|stay|support|publish|submit|move (?:it|this|that|to|forward|the)|copy|rename|offer|pay|hire|be (?:included|removed|part|optional|merged|used|postponed))\\b'
/** Choices that the present tense makes: "we use" and "we support" describe. */
const DROP =
  '(?:drop|keep (?!\\w+ing|going|you)|go (?:with|for)|postpone|skip|cancel|stop|ship|stick|delay|publish|copy|rename|launch|target|pay|hire|submit|announce)\\b'
const DECIDED = '(?:decided|agreed|settled(?: on)?|resolved|concluded|opted|chosen|aligned)'

/** Phrases by which a sentence decides. */
const PHRASES: Readonly<Record<string, RegExp>> = {
  weDecided: new RegExp(
    String.raw`(?<!\b(?:that|which|what|as|why|whatever|once|until|since|if|when|where|before|after|targets?|thing|one) )\bwe(?:'ve| have|'re| are|'d| had)?(?: all| also| just| already| now| basically| then| both)* ${DECIDED}\b`,
    'i',
  ),
  isDecided:
    /\b(?<!\b(?:once|until|if|which|where|since|when|that|after) [\w' ]{0,15})(?:(?:is|are|was|were|been|'s)(?: \w+ly)?(?: also| already| now)? (?:decided|agreed|settled|final|out of scope|in scope|off the table)|(?:was|were|been|are|gets) (?:approved|rejected|adopted|carried|defeated|capped|granted))\b/i,
  theDecision:
    /\b(?:the|our|final|main|group) (?:\w+ )?(?:decision|agreement|conclusion|resolution|plan(?= (?:is|was|would be|will be)(?: now| then)? to\b)) (?:is|was|here|would be|will be|then|has been)\b/i,
  consensus:
    /\b(?:(?:we|there) (?:have|had|is|was|reached|got) (?:a )?(?:rough |general |clear |strong )?consensus (?:to|on|that|around|for)|there's (?:a )?(?:rough |general |clear |strong )?consensus|consensus is (?:to|that) we|no (?:objections?|opposition|disagreement)|(?:everyone|everybody|we(?:'re| are)? all) (?:agrees?d?|in favou?r|on board))\b/i,
  letsChoose:
    /\b(?:let's|let us)(?: just| all| maybe| then| try to| try and| also| not| definitely| say we)* (?:go (?:with|for|ahead with|ahead and)|use|keep (?!going|discussing|talking)|stick (?:with|to)|settle|agree (?:on|to|that)|move (?:forward|ahead) with|aim|target|plan (?:for|on)|include|drop|leave (?:it|this|that) (?:in|out|for|as)|merge|ship|add|remove|postpone|delay|cancel|skip|call it|set|stay with|submit|fix|rename|announce|pay|make (?!sure)|pick|choose|take (?!(?:it|this|that|the \w+) (?:async|offline|there|to)|a |five|questions)|do (?:it|that|this|the|a)|schedule|move (?:it|this|that|the))\b/i,
  weWill: new RegExp(
    String.raw`(?<!\b(?:that|which|what|how|when|where|who|whether|the way|things?|features?|tools?) )\bwe(?:'ll| will| won't|'re (?:not )?(?:going to|gonna)| are (?:not )?(?:going to|gonna)| aren't going to)(?: not| definitely| just| all| also| then| now| no longer)* ${CHOOSE}`,
    'i',
  ),
  weDo: new RegExp(
    String.raw`(?:^(?:(?:yes|no|okay|good|great),? )?|\b(?:so|then|okay,?|agreed,?|right,?|confirm,?|now on,?|forward,?) )we(?: just| all| then| now| no longer| don't)* ${DROP}`,
    'i',
  ),
  fate: /\b(?<!\b(?:what|which|that|who|how|where|when|if|once) )(?:it|they|that|this|the (?:\w+ )?\w+) (?<!\b(?:must|should|could|may|might|can|cannot|would|to) )(?:stays?|goes (?:into the|away)|gets? (?:cut|dropped|removed|merged|included|moved)|(?:is|are) (?:dropped|removed|included|excluded|postponed|cancel?led|deferred|delayed)|happens (?:on|during))\b/i,
  goWith:
    /\b(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl(?:e|ing) (?:on|for)|(?:mov(?:e|ing)|go(?:ing)?) (?:forward|ahead) with|opt(?:ing)? for|rul(?:e|ed|ing) out)\b/i,
  motion:
    /\b(?:motion|amendment|bill|budget|proposal|minutes|request)s?(?: to [\w ]{3,40}| of [\w ]{3,30})? (?:is|are|was|has been|have been)? ?(?:carried|adopted|agreed|approved|passed|defeated|accepted|capped)\b/i,
  contrast:
    /\b(?:instead of|rather than|no longer|from now on|going forward|for now|until|anymore|from \w+ on|over the other)\b/i,
  itIs: /^(?!.*\b(?:once|whatever|what|who|if|because|as|but|how|of)\b)(?:[\w-]+,? ){0,3}[\w-]+ it is(?: then)?(?=[.!,]|$)|\b(?:that's (?:final|decided|settled|agreed|it then)|it's (?:decided|settled|final|a deal|agreed))\b|^deal\b/i,
  scope:
    /\b(?:(?:in|out of) scope|deadline|final(?:i[sz]ed?)?|officially|optional|mandatory|deferred?|postponed?|delayed|off the table)\b/i,
  accept:
    /\b(?:sounds good|makes sense|fine (?:by|with)|happy with|(?:ok|okay|good) with|works for (?:me|us)|i (?:agree|support)|agreed|in favou?r)\b/i,
  should: new RegExp(
    String.raw`\bwe (?:should|can|could|would|need to|have to)(?: just| all| then| definitely)* ${CHOOSE}`,
    'i',
  ),
  opinion: /\bi (?:think|guess|feel|believe|would|prefer|'d|like|suggest|propose)\b/i,
  process:
    /\b(?:decisions? (?:tree|maker|making|process|node|list|theory|on|about)|(?:make|take|need|reach|come to|force) (?:a|the|that|any|some) (?:decision|consensus|agreement)|to (?:decide|agree|finali[sz]e)|(?:can|could|should|have to|need to) (?:we )?(?:decide|agree)|yet|until we|whether)\b/i,
  private: /\bi(?:'ve| have)? (?:decided|agreed|settled)\b/i,
}

const STRONG = [
  'weDecided',
  'isDecided',
  'theDecision',
  'consensus',
  'letsChoose',
  'weWill',
  'weDo',
  'fate',
  'goWith',
  'motion',
  'itIs',
] as const

const EXPLICIT = ['weDecided', 'theDecision', 'motion', 'itIs', 'isDecided'] as const
/** Doubt and explanation, which a choice in plain words doesn't have. */
const DOUBT =
  /\b(?:maybe|perhaps|might|would|could|possibly|hopefully|hoping|eventually|likely|you (?:can|have|will|need|get)|whether|because|the (?:reason|way|idea|thing|problem|question|assumption)|it's possible|it is possible|for example|i(?:'m| am)? (?:asking|saying|wondering|think)|i just wanted|otherwise|or else|we (?:can|may)|in (?:that|this|some|which) (?:sense|case)|you choose|(?:ones?|questions?|points?|topics?) first)\b/i

/** Suggestions that nobody has agreed to yet, and conditions on what was settled. */
const SUGGESTS =
  /\b(?:my (?:\w+ )?(?:proposal|suggestion|preference)|i (?:suggest|propose)|(?:once|since|until|if|whether) (?:that|it|this)(?:'s| is|) (?:settled|decided|agreed)|not (?:\w+ )?ruled out|(?:is|are|was) (?:saying|suggesting)|not sure)\b/i

/** Common opinions and descriptions: "we all agree that it's important", "the mechanism stays the same". */
const OPINES =
  /\bwe(?:'re| are)?(?: all| both)? agreed? that (?!.*\b(?:will|would|should|won't|must|need|can|we'll|we'd)\b)|\bstays? the same\b|\bthis is(?: exactly| precisely| really| also)? why\b/i
/** Maximum number of terms of "Monday at three it is", which names a choice only together with what was put before. */
const CHOICE_TERMS = 3

/** Whether a sentence is a decision only together with the proposal that it refers to. */
export const needsProposal = ({ text, terms }: Pick<TranscriptSentence, 'text' | 'terms'>): boolean =>
  VAGUE.test(text) || (terms.length <= CHOICE_TERMS && PHRASES.itIs?.test(text) === true)

/** Returns the signals of a sentence, or undefined if nothing in it can be a decision. */
export function findDecisionSignals(dialog: Dialog, at: number): Signals | undefined {
  const sentence = dialog.sentences[at]
  if (sentence === undefined || sentence.length < 3) return undefined
  const text = plainText(sentence)
  const spoken = spokenText(sentence)
  if (
    ASKS_FIRST.test(text) ||
    FRAGMENT.test(text) ||
    BROKEN.test(text) ||
    CONDITION_FIRST.test(text) ||
    sentence.length > LONGEST
  )
    return undefined
  const phrases = Object.fromEntries(Object.entries(PHRASES).map(([name, pattern]) => [name, flag(pattern.test(text))]))
  const strong = STRONG.filter((name) => phrases[name] === 1).length
  const around = findDialogSignals(dialog, at)
  // Agreement alone decides only what was put to a choice.
  const accepts = phrases.accept === 1 && around.afterChoice === 1
  const isBacked = around.replyAgrees === 1 && phrases.should === 1
  if (strong === 0 && !accepts && !isBacked) return undefined
  // Words that decide explicitly. Everything else must be free of doubt.
  const isExplicit = EXPLICIT.some((name) => phrases[name] === 1)
  const isDoubtful = (phrases.letsChoose !== 1 || /\bfirst\b/i.test(text)) && DOUBT.test(text)
  if (!isExplicit && (HERE.test(text) || AGENDA.test(text) || isDoubtful)) return undefined
  const vague = VAGUE.test(text)
  const antecedent = vague ? findAntecedent(dialog, at) : undefined
  if (SUGGESTS.test(text) || OPINES.test(text)) return undefined
  // "Let's do that" is a decision only with the proposal that it refers to.
  if (vague && antecedent === undefined) return undefined
  const kinds = new Set(findHeads(text).map(({ kind }) => kind))
  return {
    ...around,
    ...phrases,
    strong: flag(strong > 0),
    strongs: Math.max(0, Math.min(3, strong) - 1),
    agreedStrong: flag(strong > 0 && around.replyAgrees === 1),
    choiceStrong: flag(strong > 0 && around.afterChoice === 1),
    agreedChoice: flag(around.replyAgrees === 1 && around.afterChoice === 1),
    closes: flag(CLOSES.test(spoken)),
    closesStrong: flag(strong > 0 && CLOSES.test(spoken)),
    closesByChair: flag(CLOSES.test(spoken) && around.ledByChair === 1),
    due: flag(dueIn(sentence.text, undefined) !== null),
    // Not `NUMBER_WORD`: the weights of the signals were learned with these words.
    number: flag(/\d|\b(?:two|three|four|five|six|ten|twelve|twenty|thirty|hundred)\b/.test(text)),
    short: flag(sentence.length < SHORTEST + 2),
    fewTerms: flag(sentence.terms.length < 2 && !vague),
    vagueAnswer: flag(vague && antecedent !== undefined),
    namesSpeaker: flag(
      sentence.length < 10 && (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => dialog.names.has(word)),
    ),
    long: flag(sentence.length > 30),
    veryLong: flag(sentence.length > 50),
    promise: flag(kinds.has('promise')),
    request: flag(kinds.has('request')),
    first: flag(phrases.letsChoose !== 1 && /\bi\b|\bi'/i.test(text)),
    hedge: flag(HEDGE.test(text)),
    negation: flag(NEGATION.test(text)),
    past: flag(PAST.test(text) && phrases.letsChoose !== 1),
    general: flag(GENERAL.test(text)),
    here: flag(HERE.test(text)),
    agenda: flag(AGENDA.test(text)),
    wish: flag(WISH.test(text)),
    recap: flag(RECAP.test(spoken)),
    question: flag(text.includes('?')),
    broken: flag(/(?:…|\.\.\.)$/.test(text)),
    explains: flag(
      /\b(?:because|since|in order to|means? that|which means|so that|the (?:way|thing|reason|problem|idea|question|point))\b/i.test(
        text,
      ),
    ),
  }
}
